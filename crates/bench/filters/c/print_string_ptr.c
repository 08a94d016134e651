// cjson: text for JSON, in quotes.
//: function wrapped
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define CJSON_CDECL
typedef int cJSON_bool;
//: cut cjson cJSON.c internal_hooks printbuffer ensure print_string_ptr
unsigned char *wrapped(const unsigned char *text) {
    printbuffer out = {malloc(256), 256, 0, 0, 0, 0, {malloc, free, realloc}};
    return print_string_ptr(text, &out) ? out.buffer : NULL;
}
