// wget: decodes base64, with blanks in between.
#include <sys/types.h>
static int c_isspace(int c) { return c == ' ' || c >= '\t' && c <= '\r'; }
//: cut wget src/utils.c NEXT_CHAR IS_ASCII wget_base64_decode
