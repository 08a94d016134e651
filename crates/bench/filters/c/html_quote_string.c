// wget: text for HTML.
#include <stdlib.h>
#define xmalloc malloc
//: cut wget src/convert.c html_quote_string
