/* strcmp and strncmp order strings by unsigned bytes. */
#include <stdio.h>
#include <string.h>

static int sign(int v) { return (v > 0) - (v < 0); }

int main(void)
{
    static const char *w[] = { "", "a", "ab", "abc", "abd", "b", "\x80" };
    int i, j;

    for (i = 0; i < 7; i++) {
        for (j = 0; j < 7; j++)
            printf("%d ", sign(strcmp(w[i], w[j])));
        printf("\n");
    }
    printf("%d %d %d\n", strncmp("abcde", "abcxx", 3), sign(strncmp("abcde", "abcxx", 4)),
           strncmp("x", "y", 0));
    printf("%d\n", strncmp("ab", "ab\0z", 9));
    return 0;
}
