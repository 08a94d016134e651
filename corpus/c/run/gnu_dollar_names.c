/* Identifiers with dollar signs, as generated code has them. */
#include <stdio.h>

static int main$count;
struct frame$1 { int $a, b$; };
enum { state$idle = 3, state$busy };

static int tmp$add(int $x, int y$) { main$count++; return $x + y$; }

int main(void)
{
    struct frame$1 f = { 1, .b$ = 2 };
    int $ = 5, $$ = 6, a$1$b = 7;

    printf("%d\n", tmp$add($, $$));
    printf("%d\n", tmp$add(f.$a, f.b$) + a$1$b);
    goto end$label;
    main$count = 100;
end$label:
    printf("%d %d\n", main$count, state$busy);
    return tmp$add(state$idle, state$busy);
}
