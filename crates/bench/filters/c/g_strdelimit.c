// glib2.0: delimiters to another one, in place.
//: with new_delim=95
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef char gchar;
#define g_return_val_if_fail(what, result)
//: cut glib2.0 glib/gstrfuncs.h G_STR_DELIMITERS
//: cut glib2.0 glib/gstrfuncs.c g_strdelimit
