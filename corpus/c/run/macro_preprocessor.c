/* Macros: arguments, stringification, pasting, variadic macros, conditionals, X-macros. */
#include <stdio.h>

#define SQUARE(x) ((x) * (x))
#define TEXT(x) #x
#define EXPAND_TEXT(x) TEXT(x)
#define JOIN(a, b) a##b
#define SHOW(format, ...) printf("<" format ">\n", ##__VA_ARGS__)
#define COLORS X(red, 1) X(green, 2) X(blue, 4)
#define WIDTH 80

enum {
#define X(name, value) color_##name = value,
    COLORS
#undef X
};

static const char *name(int c)
{
    switch (c) {
#define X(name, value) case value: return #name;
    COLORS
#undef X
    }
    return "none";
}

int main(void)
{
    int JOIN(va, lue) = 6;

    printf("%d %s %s\n", SQUARE(value + 1), TEXT(WIDTH + 1), EXPAND_TEXT(WIDTH));
    SHOW("plain");
    SHOW("%d %d", value, color_blue);
    printf("%s %s\n", name(2), name(3));
#if WIDTH > 70 && defined(WIDTH) && !defined(HEIGHT)
    printf("wide\n");
#elif WIDTH
    printf("narrow\n");
#else
#error unreachable
#endif
    return JOIN(color_, green);
}
