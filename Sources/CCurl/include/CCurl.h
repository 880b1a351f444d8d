#pragma once

// The checks of curl's macros need the real function names; the table below has its own typed wrappers.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>

/// The functions of libcurl that are used: the library is opened when the first request is made, never linked.
#define MAPDOC_CURL_FUNCTIONS(X) \
  X(curl_global_init)            \
  X(curl_easy_init)              \
  X(curl_easy_cleanup)           \
  X(curl_easy_reset)             \
  X(curl_easy_setopt)            \
  X(curl_easy_getinfo)           \
  X(curl_easy_strerror)          \
  X(curl_multi_init)             \
  X(curl_multi_cleanup)          \
  X(curl_multi_add_handle)       \
  X(curl_multi_remove_handle)    \
  X(curl_multi_perform)          \
  X(curl_multi_poll)             \
  X(curl_multi_wakeup)           \
  X(curl_multi_info_read)        \
  X(curl_multi_setopt)           \
  X(curl_slist_append)           \
  X(curl_slist_free_all)

typedef struct mapdoc_curl {
#define X(f) __typeof__(&f) _Nonnull f;
  MAPDOC_CURL_FUNCTIONS(X)
#undef X
} mapdoc_curl;

#pragma clang assume_nonnull begin

/// Opens libcurl and initialises it, once; any thread may call it.
/// `NULL` when there is none or it lacks a function: `mapdoc_curl_open_error` then says why.
const mapdoc_curl *_Nullable mapdoc_curl_open(void);
const char *mapdoc_curl_open_error(void);

// Swift cannot call variadic functions: one wrapper for each type of argument.

static inline CURLcode mapdoc_curl_set_long(const mapdoc_curl *table, CURL *easy, CURLoption option, long value) {
  return table->curl_easy_setopt(easy, option, value);
}

static inline CURLcode mapdoc_curl_set_text(
    const mapdoc_curl *table, CURL *easy, CURLoption option, const char *_Nullable value) {
  return table->curl_easy_setopt(easy, option, value);
}

static inline CURLcode mapdoc_curl_set_pointer(
    const mapdoc_curl *table, CURL *easy, CURLoption option, void *_Nullable value) {
  return table->curl_easy_setopt(easy, option, value);
}

static inline CURLcode mapdoc_curl_set_callback(
    const mapdoc_curl *table, CURL *easy, CURLoption option, curl_write_callback value) {
  return table->curl_easy_setopt(easy, option, value);
}

static inline CURLMcode mapdoc_curl_multi_set_long(
    const mapdoc_curl *table, CURLM *multi, CURLMoption option, long value) {
  return table->curl_multi_setopt(multi, option, value);
}

static inline long mapdoc_curl_get_long(const mapdoc_curl *table, CURL *easy, CURLINFO info) {
  long value = 0;
  table->curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline int64_t mapdoc_curl_get_size(const mapdoc_curl *table, CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  table->curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline void *_Nullable mapdoc_curl_get_pointer(const mapdoc_curl *table, CURL *easy, CURLINFO info) {
  void *value = NULL;
  table->curl_easy_getinfo(easy, info, &value);
  return value;
}

/// The result of a finished transfer; copied out, because removing the handle frees the message.
static inline CURLcode mapdoc_curl_result(const CURLMsg *message) { return message->data.result; }

/// Allows `http` and `https` only, with a libcurl of any age.
CURLcode mapdoc_curl_allow_http_only(const mapdoc_curl *table, CURL *easy);

/// Lets a look-up of a name that hangs go, in place of waiting for it; with a libcurl of any age.
void mapdoc_curl_leave_look_ups(const mapdoc_curl *table, CURL *easy);

#pragma clang assume_nonnull end
