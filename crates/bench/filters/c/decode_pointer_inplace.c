// cjson: a name out of a JSON pointer, in place.
#include <stddef.h>
//: cut cjson cJSON_Utils.c decode_pointer_inplace
