#include "CCurl.h"

#include <COpening.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static mapdoc_curl table;
static int is_open;
static char error[512] = "not opened yet";
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char *const files[] = {
    "libcurl.so.4", "libcurl.so.5", "libcurl.so", "libcurl-gnutls.so.4", "libcurl.4.dylib", "libcurl.dylib",
};

static const char *const functions[] = {
#define X(f) #f,
    MAPDOC_CURL_FUNCTIONS(X)
#undef X
};

static const mapdoc_library library = {
    "libcurl", files, MAPDOC_COUNT(files), functions, MAPDOC_COUNT(functions), RTLD_LAZY,
};

static void open_once(void) {
  if (!mapdoc_library_open(&library, &table, sizeof table, error, sizeof error)) return;
  CURLcode code = table.curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) {
    snprintf(error, sizeof error, "libcurl does not start: %s", table.curl_easy_strerror(code));
    return;
  }
  is_open = 1;
}

const mapdoc_curl *mapdoc_curl_open(void) {
  pthread_once(&once, open_once);
  return is_open ? &table : NULL;
}

const char *mapdoc_curl_open_error(void) { return error; }

CURLcode mapdoc_curl_allow_http_only(const mapdoc_curl *t, CURL *easy) {
  // Option 318 is CURLOPT_PROTOCOLS_STR, from 7.85 on; 181 its bit mask before: 1 is http, 2 is https.
  CURLcode code = t->curl_easy_setopt(easy, (CURLoption)(CURLOPTTYPE_STRINGPOINT + 318), "http,https");
  if (code == CURLE_UNKNOWN_OPTION) code = t->curl_easy_setopt(easy, (CURLoption)(CURLOPTTYPE_LONG + 181), 3L);
  return code;
}

void mapdoc_curl_leave_look_ups(const mapdoc_curl *t, CURL *easy) {
  // Option 322 is CURLOPT_QUICK_EXIT, from 7.87 on; older ones wait.
  t->curl_easy_setopt(easy, (CURLoption)(CURLOPTTYPE_LONG + 322), 1L);
}
