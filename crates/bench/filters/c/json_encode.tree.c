// tree: text for JSON.
//: function json_encode
#include <stdio.h>
//: cut tree json.c json_encode
