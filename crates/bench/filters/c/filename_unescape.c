// coreutils (md5sum): undoes the escapes of a file's name, where it stands.
#include <stddef.h>
//: cut coreutils src/digest.c filename_unescape
