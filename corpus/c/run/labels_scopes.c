/* Labels are per function, gotos enter blocks past initialisers and leave them again. */
#include <stdio.h>

static int f(int n)
{
    int r = 0;
start:
    if (n > 3) goto end;
    {
        int inner = n * 10;
        r += inner;
        if (inner == 20) { n++; goto start; }
    }
    n++;
    goto start;
end:
    return r;
}

static int g(int n)
{
    int v;
    if (n) goto inside;
    {
        v = 1;
inside:
        v = n ? 2 : 3;
        if (n > 5) goto end;
        v += 10;
    }
end: ;
    return v;
}

int main(void)
{
    printf("%d %d\n", f(0), f(5));
    printf("%d %d %d\n", g(0), g(1), g(6));
start:
    goto end;
    goto start;
end:
    return f(2);
}
