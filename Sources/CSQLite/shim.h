#include <sqlite3.h>
/// SQLITE_TRANSIENT is a cast that Swift cannot import: SQLite copies the bytes before the call returns.
static inline sqlite3_destructor_type mapdoc_sqlite_transient(void) { return SQLITE_TRANSIENT; }
/// Leaves the log of a database as it is when the last connection ends; sqlite3_db_config is variadic.
static inline int mapdoc_sqlite_keep_log(sqlite3 *handle) {
  return sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
