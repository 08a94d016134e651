// glib2.0: backslash escapes to what they stand for.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef char gchar;
typedef size_t gsize;
#define g_return_val_if_fail(what, result)
#define g_warning(what)
static void *g_malloc(gsize size) { return malloc(size); }
//: cut glib2.0 glib/gstrfuncs.c g_strcompress
