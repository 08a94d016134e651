// glib2.0: text with backslash escapes.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef char gchar;
typedef unsigned char guchar, guint8;
typedef size_t gsize;
#define g_return_val_if_fail(what, result)
static void *g_malloc(gsize size) { return malloc(size); }
//: cut glib2.0 glib/gstrfuncs.c g_strescape
