#pragma once

#include <stdbool.h>
#include <stddef.h>

/// A shared library that is opened when it is first needed, and the functions of it that are used.
typedef struct mapdoc_library {
  /// For messages: "libxml2".
  const char *name;
  /// Of files, the first that is there is taken: the soname that the headers were read with first.
  const char *const *files;
  size_t file_count;
  /// By their own names; all of them must be there.
  const char *const *functions;
  size_t function_count;
  /// Of the libraries' flags, `RTLD_NOW` or `RTLD_LAZY`.
  int mode;
} mapdoc_library;

/// Opens a library and fills a table with as many pointers to functions as it names, in their order.
///
/// The library stays open. Not for two threads at once: the callers' `pthread_once` sees to that.
/// - Returns: false when it is not there, or lacks a function; `failure` then says so in words.
bool mapdoc_library_open(const mapdoc_library *library, void *table, size_t table_size, char *failure, size_t size);

/// How many entries an array has.
#define MAPDOC_COUNT(array) (sizeof(array) / sizeof *(array))
