// glib2.0: a word for the shell.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define G_BEGIN_DECLS
typedef char gchar;
typedef int gint, gboolean;
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
#define g_string_append_c g_string_append_c_inline
//: cut glib2.0 glib/gshell.c g_shell_quote
