// libxml2: UTF-8 to UTF-16.
#include <stddef.h>
static int xmlLittleEndian = 1;
//: cut libxml2 encoding.c UTF8ToUTF16LE
