// cjson: a name for a JSON pointer.
//: cut cjson cJSON_Utils.c encode_string_as_pointer
