/* Hard declarators: arrays of pointers to functions, pointers to arrays of pointers. */
#include <stdio.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static int v[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };

static int (*row(int i))[3] { return &v[i]; }
static int (*const functions[2])(void) = { one, two };
static int (*(*get_functions(void))[2])(void) { return (int (*(*)[2])(void))&functions; }

int main(void)
{
    int a = 10, b = 20;
    int *pointers[2] = { &a, &b };
    int *(*all)[2] = &pointers;
    int (*(*pf)[2])(void) = get_functions();
    int (*(*pr)(int))[3] = row;
    char *(*texts)[2] = &(char *[]){ "first", "second" };

    printf("%d %d\n", *(*all)[1], **pointers);
    printf("%d %d\n", (*pf)[1](), (*(*pf)[0])());
    printf("%d %d\n", (*pr(1))[2], (*row(0))[1]);
    printf("%s %c\n", (*texts)[1], (*texts)[0][1]);
    *(*all)[0] = 7;
    return a;
}
