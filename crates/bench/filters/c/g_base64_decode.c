// glib2.0: base64 to bytes.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef char gchar;
typedef unsigned char guchar, guint8;
typedef int gint, gboolean;
typedef unsigned int guint;
typedef size_t gsize;
#define g_return_val_if_fail(what, result)
static void *g_malloc0(gsize size) { return calloc(1, size); }
//: cut glib2.0 glib/gbase64.c mime_base64_rank g_base64_decode_step g_base64_decode
