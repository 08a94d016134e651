// util-linux: text for JSON.
//: with dir=0
#include <ctype.h>
#include <stdio.h>
static int c_toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
static int c_tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
//: cut util-linux lib/jsonwrt.c fputs_quoted_case_json
