#include "CSHA.h"

static const uint32_t constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

const uint32_t *mapdoc_sha256_constants(void) { return constants; }

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

static bool is_able(void) {
  unsigned a, b, c, d;
  // SHA, and SSSE3 and SSE4.1 for what lies around it.
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_SHA)) return false;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSSE3) && (c & bit_SSE4_1);
}

// Intel, "New instructions supporting the secure hash algorithm": the state in two registers, as ABEF and CDGH; two rounds an
// instruction; the schedule of four words made of the sixteen before.
__attribute__((target("sha,ssse3,sse4.1"))) static void work(uint32_t *state, const uint8_t *bytes, size_t count) {
  const __m128i swapped = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
  __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
  __m128i abef = _mm_alignr_epi8(low, high, 8);
  __m128i cdgh = _mm_blend_epi16(high, low, 0xf0);
  for (; count > 0; count--, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
    for (int four = 0; four < 4; four++)
      words[four] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * four)), swapped);
#pragma clang loop unroll(full)
    for (int four = 0; four < 16; four++) {
      if (four >= 4) {
        const __m128i last = words[(four + 3) & 3];
        const __m128i middle = _mm_alignr_epi8(last, words[(four + 2) & 3], 4);
        const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(words[four & 3], words[(four + 1) & 3]), middle);
        words[four & 3] = _mm_sha256msg2_epu32(sum, last);
      }
      const __m128i input = _mm_add_epi32(words[four & 3], _mm_loadu_si128((const __m128i *)(constants + 4 * four)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, input);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(input, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  low = _mm_shuffle_epi32(abef, 0x1b);
  high = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xf0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

#elif defined(__aarch64__)
#include <arm_neon.h>

#if defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>

static bool is_able(void) { return (getauxval(AT_HWCAP) & HWCAP_SHA2) != 0; }
#else
// All of Apple's have it.
static bool is_able(void) { return true; }
#endif

// Arm, "Cryptographic Extension": four rounds an instruction for each half of the state.
__attribute__((target("sha2"))) static void work(uint32_t *state, const uint8_t *bytes, size_t count) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
  for (; count > 0; count--, bytes += 64) {
    const uint32x4_t abcd_before = abcd, efgh_before = efgh;
    uint32x4_t words[4];
    for (int four = 0; four < 4; four++)
      words[four] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes + 16 * four)));
    for (int four = 0; four < 16; four++) {
      if (four >= 4)
        words[four & 3] = vsha256su1q_u32(
          vsha256su0q_u32(words[four & 3], words[(four + 1) & 3]), words[(four + 2) & 3], words[(four + 3) & 3]);
      const uint32x4_t input = vaddq_u32(words[four & 3], vld1q_u32(constants + 4 * four));
      const uint32x4_t abcd_now = abcd;
      abcd = vsha256hq_u32(abcd, efgh, input);
      efgh = vsha256h2q_u32(efgh, abcd_now, input);
    }
    abcd = vaddq_u32(abcd, abcd_before);
    efgh = vaddq_u32(efgh, efgh_before);
  }
  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

#else
static bool is_able(void) { return false; }
static void work(uint32_t *state, const uint8_t *bytes, size_t count) {}
#endif

bool mapdoc_sha256_blocks(uint32_t state[8], const void *blocks, size_t count) {
  // Found once; asked by several threads it comes to the same.
  static _Atomic int ability;
  int known = ability;
  if (known == 0) ability = known = is_able() ? 1 : 2;
  if (known == 2) return false;
  work(state, blocks, count);
  return true;
}
