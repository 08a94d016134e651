// glib2.0: bytes to base64.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
typedef char gchar;
typedef unsigned char guchar, guint8;
typedef int gint, gboolean;
typedef size_t gsize;
#define FALSE 0
#define G_GNUC_FALLTHROUGH
#define g_assert(what)
#define g_return_val_if_fail(what, result)
static void *g_malloc(gsize size) { return malloc(size); }
//: cut glib2.0 glib/gbase64.c base64_alphabet g_base64_encode_step g_base64_encode_close g_base64_encode
