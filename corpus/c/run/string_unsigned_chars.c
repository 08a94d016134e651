/* Characters above 127: negative as char, positive as unsigned char. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[] = "\x80\xff\x7f";
    unsigned char *u = (unsigned char *)s;
    char c = '\xe9';
    int i;

    for (i = 0; i < 3; i++)
        printf("%d %d\n", s[i], u[i]);
    printf("%d %d %d\n", c, (unsigned char)c, c == 0xe9);
    printf("%d\n", c == (char)0xe9);
    printf("%d\n", (int)strlen(s));
    printf("%d %d\n", c >> 1, u[1] >> 1);
    printf("%d\n", s[0] < s[2]);
    return u[0];
}
