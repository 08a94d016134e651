// libxml2: Latin 1 to UTF-8.
#include <stddef.h>
//: cut libxml2 encoding.c isolat1ToUTF8
