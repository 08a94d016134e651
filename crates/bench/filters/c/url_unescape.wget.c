// wget: decodes percent escapes of a URL, where they stand.
//: function url_unescape
static int c_isxdigit(int c) { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'; }
#define X2DIGITS_TO_NUM(a, b) ((((a) <= '9' ? (a) : (a) + 9) & 15) << 4 | (((b) <= '9' ? (b) : (b) + 9) & 15))
//: cut wget src/url.c urlchr_reserved urlchr_test R U RU urlchr_table url_unescape_1 url_unescape
