// libxml2: one space for several, none at the ends.
#include <stddef.h>
typedef unsigned char xmlChar;
//: cut libxml2 parser.c xmlAttrNormalizeSpace
