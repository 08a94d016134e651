// json-c: text for JSON.
//: function wrapped
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define JSON_C_TO_STRING_NOSLASHESCAPE (1 << 4)
struct printbuf { char *buf; int bpos, size; };
//: cut json-c printbuf.c printbuf_extend printbuf_memappend
#define printbuf_memappend_fast printbuf_memappend
//: cut json-c json_object.c json_hex_chars json_escape_str
char *wrapped(const char *text, size_t length) {
    struct printbuf out = {calloc(1, 32), 0, 32};
    json_escape_str(&out, text, length, 0);
    return out.buf;
}
