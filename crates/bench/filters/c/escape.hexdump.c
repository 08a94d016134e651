// util-linux (hexdump): undoes backslash escapes, where they stand.
//: function escape
#define TRUE 1
//: cut util-linux text-utils/hexdump-parse.c escape
