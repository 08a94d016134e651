// glib2.0: without white space at the end, in place.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define G_BEGIN_DECLS
typedef char gchar;
typedef unsigned char guchar, guint8;
typedef uint16_t guint16;
typedef size_t gsize;
#define g_return_val_if_fail(what, result)
//: cut glib2.0 glib/gstrfuncs.h GAsciiType g_ascii_isspace
//: cut glib2.0 glib/gstrfuncs.c ascii_table_data g_ascii_table g_strchomp
