/* sizeof of types, expressions, arrays and structs; its operand is not evaluated. */
#include <stdio.h>

struct pair { char c; int i; };
struct triple { short s; char c; int i; char last; };

int main(void)
{
    int n = 3;
    char text[] = "hello";
    int grid[3][5];
    short row[] = { 1, 2, 3, 4 };

    printf("%d %d %d\n", (int)sizeof(char), (int)sizeof(short), (int)sizeof(int));
    printf("%d %d %d\n", (int)sizeof(long long), (int)sizeof(float), (int)sizeof(double));
    printf("%d %d\n", (int)sizeof text, (int)sizeof "four");
    printf("%d %d %d\n", (int)sizeof grid, (int)sizeof grid[0], (int)sizeof grid[0][0]);
    printf("%d\n", (int)(sizeof row / sizeof row[0]));
    printf("%d %d\n", (int)sizeof(struct pair), (int)sizeof(struct triple));
    printf("%d %d\n", (int)sizeof(n++), n);
    printf("%d %d\n", (int)sizeof(char[7]), (int)sizeof(struct pair[4]));
    printf("%d\n", (int)sizeof(text) - 1 == 5);
    printf("%d\n", sizeof(int) > (unsigned char)-1);
    return (int)sizeof(int[10]);
}
