/* K&R function definitions: parameter declarations after the list, arguments promoted. */
#include <stdio.h>

int area(width, height)
    int width, height;
{
    return width * height;
}

char *skip(s, c)
    char *s;
    char c;
{
    while (*s && *s == c)
        s++;
    return s;
}

double mix(a, f, n)
    short a;
    float f;
    unsigned char n;
{
    return a * f + n;
}

static int sum(v, n)
    int v[];
{
    int i, s = 0;
    for (i = 0; i < n; i++)
        s += v[i];
    return s;
}

int apply(f, x)
    int (*f)();
    int x;
{
    return (*f)(x, x + 1);
}

int main()
{
    static int v[] = { 4, 5, 6 };

    printf("%d %s %g\n", area(6, 7), skip("   text", ' '), mix(-3, 1.5, 200));
    printf("%d %d\n", sum(v, 3), apply(area, 4));
    return area(3, 5);
}
