/* strchr, strrchr, strstr, strspn, strcspn and strpbrk. */
#include <stdio.h>
#include <string.h>

static int at(const char *base, const char *p) { return p ? (int)(p - base) : -1; }

int main(void)
{
    const char *s = "the cat sat on the mat";

    printf("%d %d %d\n", at(s, strchr(s, 't')), at(s, strchr(s, 'z')), at(s, strchr(s, '\0')));
    printf("%d %d\n", at(s, strrchr(s, 't')), at(s, strrchr(s, 'q')));
    printf("%d %d %d\n", at(s, strstr(s, "at")), at(s, strstr(s, "the m")), at(s, strstr(s, "dog")));
    printf("%d\n", at(s, strstr(s, "")));
    printf("%d %d\n", (int)strspn(s, "eht "), (int)strcspn(s, "xyzc"));
    printf("%d\n", at(s, strpbrk(s, "nos")));
    printf("%s\n", strchr(s, 'o'));
    return 0;
}
