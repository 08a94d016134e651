/* strlen, strcpy, strcat and string literals with embedded zeros and escapes. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char a[32], b[32];
    const char *pieces = "left" "-" "right";

    printf("%d %d %d\n", (int)strlen(""), (int)strlen("a\tb\n"), (int)strlen("ab\0cd"));
    strcpy(a, pieces);
    printf("%s %d\n", a, (int)strlen(a));
    strcat(a, "/");
    strcat(a, pieces + 5);
    printf("%s\n", a);
    printf("%d\n", strcpy(b, "x") == b);
    strcpy(b + 1, a + 4);
    printf("%s\n", b);
    b[3] = '\0';
    printf("%s %d %d\n", b, (int)strlen(b), (int)sizeof b);
    printf("%d\n", (int)sizeof "ab\0cd");
    return (int)strlen(a);
}
