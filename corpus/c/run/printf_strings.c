/* printf of strings with widths and precisions; puts, putchar and sprintf. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[40], unterminated[3] = { 'a', 'b', 'c' };
    int n;

    printf("[%s] [%6s] [%-6s] [%.2s] [%6.2s]\n", "text", "text", "text", "text", "text");
    printf("[%.3s]\n", unterminated);
    puts("puts adds a newline");
    putchar('c');
    putchar('\n');
    n = sprintf(b, "%s=%d", "value", 17);
    printf("%s %d\n", b, n);
    n = snprintf(b, 8, "%s", "truncated text");
    printf("%s %d %d\n", b, n, (int)strlen(b));
    printf("%s%s", "", "\n");
    fputs("fputs\n", stdout);
    fprintf(stdout, "%d\n", 99);
    return n;
}
