// libxml2: percent encoding.
typedef unsigned char xmlChar;
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#define xmlMallocAtomic malloc
#define xmlRealloc realloc
#define xmlFree free
#define xmlURIErrMemory(what)
#define xmlStrdup(text) ((xmlChar *)strdup((const char *)(text)))
//: cut libxml2 uri.c IS_LOWALPHA IS_UPALPHA IS_ALPHA IS_DIGIT IS_ALPHANUM IS_MARK IS_UNRESERVED MAX_URI_LENGTH xmlSaveUriRealloc
//: cut libxml2 xmlstring.c xmlStrlen xmlStrchr
//: cut libxml2 uri.c xmlURIEscapeStr
