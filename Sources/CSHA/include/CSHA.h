#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Takes whole blocks of 64 bytes into a state of SHA-256, by the processor's own instructions for it.
///
/// - Parameter state: The eight words of FIPS 180-4, section 6.2.2, in their order.
/// - Returns: False, and nothing is done, where the processor has no such instructions.
bool mapdoc_sha256_blocks(uint32_t state[_Nonnull 8], const void *blocks, size_t count);

/// The 64 constants of the rounds: FIPS 180-4, section 4.2.2.
const uint32_t *mapdoc_sha256_constants(void);

#pragma clang assume_nonnull end
