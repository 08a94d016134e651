// git: decodes base85.
#define ARRAY_SIZE(x) (sizeof(x) / sizeof((x)[0]))
#define error(...) (-1)
#define say(a)
#define say1(a, b)
#define say2(a, b, c)
//: cut git base85.c en85 de85 prep_base85 decode_85
