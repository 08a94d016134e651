/* Members and array elements of structs that functions return, without a variable. */
#include <stdio.h>

struct vec { int at[3]; };
struct answer { struct vec v; const char *text; int (*more)(int); };

static int half(int n) { return n / 2; }
static struct vec vec(int a, int b, int c) { return (struct vec){ { a, b, c } }; }
static struct answer ask(int n) { struct answer a = { vec(n, n + 1, n + 2), "answer", half }; return a; }

int main(void)
{
    int i = 1;
    struct answer (*f)(int) = ask;

    printf("%d %d\n", vec(1, 2, 3).at[2], ask(5).v.at[i]);
    printf("%s %c\n", ask(0).text, ask(0).text[3]);
    printf("%d\n", ask(0).more(9));
    printf("%d\n", f(7).v.at[0]);
    printf("%d\n", (i ? vec(4, 5, 6) : vec(7, 8, 9)).at[1]);
    printf("%d\n", (i = 0, vec(i, 2, 3)).at[0]);
    return ask(40).v.at[2];
}
