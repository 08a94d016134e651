// glib2.0: text for XML.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define G_BEGIN_DECLS
typedef char gchar;
typedef unsigned char guchar, guint8;
typedef int gint, gboolean;
typedef uint32_t gunichar;
typedef size_t gsize;
typedef ptrdiff_t gssize;
#define FALSE 0
#define G_MAXSIZE SIZE_MAX
#define GLIB_SIZEOF_SIZE_T 8
#define G_UNLIKELY(what) (what)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define g_assert(what)
#define g_error(...) abort()
#define g_return_val_if_fail(what, result)
#define g_slice_new(type) malloc(sizeof(type))
#define g_slice_free(type, what) free(what)
#define g_realloc realloc
#define g_free free
//: cut glib2.0 glib/gutilsprivate.h g_nearest_pow
//: cut glib2.0 glib/gstring.h GString _GString
//: cut glib2.0 glib/gstring.c g_string_maybe_expand g_string_insert_len g_string_insert_c g_string_append g_string_append_len g_string_sized_new g_string_new g_string_free
//: cut glib2.0 glib/gstring.h g_string_append_c_inline
#define G_STMT_START do
#define G_STMT_END while (0)
static void g_string_append_printf(GString *string, const char *format, unsigned number) {
    char text[32];
    g_string_append_len(string, text, snprintf(text, sizeof text, format, number));
}
//: cut glib2.0 glib/gutf8.c UTF8_COMPUTE UTF8_GET g_utf8_get_char
//: cut glib2.0 glib/gmarkup.c APPEND_TEXT_AND_SEEK append_escaped_text g_markup_escape_text
