#include <sqlite3.h>
/// SQLITE_TRANSIENT is a cast that Swift cannot import: SQLite copies the bytes before the call returns.
static inline sqlite3_destructor_type mapdoc_sqlite_transient(void) { return SQLITE_TRANSIENT; }
