// libxml2: text for XML, markup only.
#include <stdlib.h>
typedef unsigned char xmlChar;
typedef struct xmlDoc xmlDoc;
#define ATTRIBUTE_UNUSED
#define xmlMalloc malloc
#define xmlRealloc realloc
#define xmlFree free
#define xmlEntitiesErrMemory(what)
//: cut libxml2 entities.c growBufferReentrant xmlEncodeSpecialChars
