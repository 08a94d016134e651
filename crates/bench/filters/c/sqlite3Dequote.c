// sqlite3: takes the quotes of SQL away, where they stand.
#include <assert.h>
#define sqlite3Isquote(c) ((c) == '"' || (c) == '\'' || (c) == '[' || (c) == '`')
//: cut sqlite3 src/util.c sqlite3Dequote
