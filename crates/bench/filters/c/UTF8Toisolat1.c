// libxml2: UTF-8 to Latin 1.
#include <stddef.h>
//: cut libxml2 encoding.c UTF8Toisolat1
