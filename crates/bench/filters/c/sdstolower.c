// redis: text in lower case, where it stands.
#include <ctype.h>
#include <string.h>
typedef char *sds;
#define sdslen strlen
//: cut redis src/sds.c sdstolower
