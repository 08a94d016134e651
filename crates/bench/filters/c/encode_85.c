// git: encodes as base85, five digits for each four bytes.
#define say(a)
#define say1(a, b)
//: cut git base85.c en85 encode_85
