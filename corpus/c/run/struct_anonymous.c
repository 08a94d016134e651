/* Anonymous structs and unions put their members into the enclosing struct. */
#include <stdio.h>

enum kind { INTEGER, PAIR, TEXT };

struct value {
    enum kind kind;
    union {
        int number;
        struct { short first, second; };
        const char *text;
    };
};

static void show(struct value v)
{
    switch (v.kind) {
    case INTEGER: printf("int %d\n", v.number); break;
    case PAIR: printf("pair %d %d\n", v.first, v.second); break;
    case TEXT: printf("text %s\n", v.text); break;
    }
}

int main(void)
{
    struct value a = { INTEGER, .number = 41 };
    struct value b = { .kind = PAIR, .first = 3, .second = -4 };
    struct value c = { .kind = TEXT, .text = "anonymous" };

    a.number++;
    show(a); show(b); show(c);
    b.kind = INTEGER;
    b.number = 65537;
    show(b);
    b.kind = PAIR;
    show(b);
    return 0;
}
