/* A whole program in the style of old C: implicit int, K&R parameters, no void. */
#include <stdio.h>

#define SIZE 10

static int stack[SIZE], depth;

push(c)
char c;
{
    if (depth >= SIZE)
        return 0;
    stack[depth++] = c;
    return 1;
}

pop()
{
    return depth ? stack[--depth] : -1;
}

char *reverse(s, out)
register char *s, *out;
{
    char *start = out;

    while (*s)
        push(*s++);
    while ((*out = pop()) != -1)
        out++;
    *out = '\0';
    return start;
}

count(s, c)
char s[];
int c;
{
    register i, n;

    for (i = n = 0; s[i]; i++)
        if (s[i] == c)
            n++;
    return n;
}

main()
{
    char out[SIZE + 1];

    printf("%s\n", reverse("old style", out));
    printf("%d %d\n", count("mississippi", 's'), count("", 'x'));
    return count(out, 'l');
}
