// glib2.0: percent encoding of bytes.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define G_BEGIN_DECLS
typedef char gchar;
typedef unsigned char guchar, guint8;
typedef int gint, gboolean;
typedef uint16_t guint16;
typedef uint32_t gunichar;
typedef size_t gsize;
typedef ptrdiff_t gssize;
#define TRUE 1
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
#define g_string_append_c g_string_append_c_inline
//: cut glib2.0 glib/gstrfuncs.h GAsciiType g_ascii_isalnum
//: cut glib2.0 glib/gstrfuncs.c ascii_table_data g_ascii_table
//: cut glib2.0 glib/gutf8.c utf8_skip_data g_utf8_skip
static gunichar g_utf8_get_char_validated(const gchar *text, gssize length) { abort(); }
//: cut glib2.0 glib/guri.c g_uri_char_is_unreserved is_valid _uri_encoder g_uri_escape_bytes
