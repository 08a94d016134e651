/* The value of an assignment is that of the left operand afterwards. */
#include <stdio.h>

static const char *source = "copy me";

int main(void)
{
    unsigned char c;
    int a, b, n = 0;
    float f;
    char buffer[16], *to = buffer;
    const char *from = source;

    a = c = 300;
    printf("%d %d\n", a, c);
    a = f = 0.1;
    printf("%d %d\n", a, (f = 0.1) == 0.1);
    b = (a = 5) * (n = 3);
    printf("%d %d %d\n", a, n, b);
    while ((*to++ = *from++) != '\0') n++;
    printf("%s %d\n", buffer, n);
    a = b += n -= 2;
    printf("%d %d %d\n", a, b, n);
    if ((a = n - 8)) printf("not zero\n");
    else printf("zero\n");
    printf("%d\n", (c += 250));
    return (signed char)(c = 255);
}
