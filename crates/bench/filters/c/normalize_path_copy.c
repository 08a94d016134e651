// git: a path without what leads nowhere.
#include <stddef.h>
#define is_dir_sep(c) ((c) == '/')
#define offset_1st_component(path) is_dir_sep((path)[0])
//: cut git path.c normalize_path_copy_len normalize_path_copy
