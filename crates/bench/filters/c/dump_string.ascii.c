// jansson: text for JSON, what is not ASCII escaped.
//: function dump_string
//: with flags=64
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define JSON_ENSURE_ASCII 0x40
#define JSON_ESCAPE_SLASH 0x400
typedef int (*json_dump_callback_t)(const char *buffer, size_t size, void *data);
//: cut jansson src/utf.c utf8_check_first utf8_check_full utf8_iterate
//: cut jansson src/dump.c dump_string
