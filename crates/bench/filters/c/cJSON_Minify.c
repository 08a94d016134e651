// cjson: JSON without white space and comments, in place.
#include <stddef.h>
#define CJSON_PUBLIC(type) type
//: cut cjson cJSON.c static_strlen skip_oneline_comment skip_multiline_comment minify_string cJSON_Minify
