// libxml2: UTF-16 to UTF-8.
static int xmlLittleEndian = 1;
//: cut libxml2 encoding.c UTF16LEToUTF8
