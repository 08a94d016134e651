// libxml2: one space for several, none at the ends, in place.
#include <stddef.h>
typedef unsigned char xmlChar;
//: cut libxml2 valid.c xmlValidNormalizeString
