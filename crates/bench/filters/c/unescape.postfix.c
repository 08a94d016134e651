// postfix: undoes the escapes of C.
//: function filter
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
typedef struct { char *text; size_t len; } VSTRING;
static void VSTRING_ADDCH(VSTRING *v, int c) {
    v->text = realloc(v->text, v->len + 2);
    v->text[v->len++] = c;
}
static void vstring_strcat(VSTRING *v, const char *s) {
    while (*s)
        VSTRING_ADDCH(v, *s++);
}
#define VSTRING_RESET(v) ((v)->len = 0)
#define VSTRING_TERMINATE(v) (VSTRING_ADDCH(v, 0), (v)->len--)
#define vstring_sprintf_append(v, format, c) do { char text[16]; sprintf(text, format, c); vstring_strcat(v, text); } while (0)
#define ISASCII(c) ((c) >= 0 && (c) < 128)
#define ISDIGIT(c) isdigit(c)
#define ISPRINT(c) isprint(c)
#define ISSPACE(c) isspace(c)
#define UCHAR(x) ((const unsigned char *) (x))
#define ISOCTAL(c) ((c) >= '0' && (c) <= '7')
//: cut postfix src/util/unescape.c unescape
char *filter(const char *src, size_t *out_len) { VSTRING out = { 0 }; unescape(&out, src); *out_len = out.len; return out.text; }
