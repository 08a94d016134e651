// glib2.0: percent decoding.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define G_BEGIN_DECLS
#define GLIB_AVAILABLE_TYPE_IN_2_66
#define GLIB_AVAILABLE_ENUMERATOR_IN_2_68
typedef char gchar;
typedef unsigned char guchar, guint8;
typedef int gint, gboolean;
typedef uint16_t guint16;
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
#define g_set_error_literal(...)
typedef struct GError GError;
typedef int GUriError;
static gboolean g_utf8_validate(const gchar *text, gssize length, const gchar **end) { abort(); }
static void g_string_append_printf(GString *string, const char *format, int byte) { abort(); }
//: cut glib2.0 glib/guri.h GUriFlags
//: cut glib2.0 glib/gstrfuncs.h GAsciiType g_ascii_isalnum g_ascii_isxdigit g_ascii_isgraph g_ascii_islower
//: cut glib2.0 glib/gstrfuncs.c ascii_table_data g_ascii_table g_ascii_toupper
//: cut glib2.0 glib/guri.c g_uri_char_is_unreserved XDIGIT HEXCHAR uri_decoder g_uri_unescape_segment g_uri_unescape_string
