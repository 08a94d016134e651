/* Globals: zero by default, tentative definitions, extern declarations, shadowing. */
#include <stdio.h>

int counter;
int counter;
extern int later;
static int table[10];
static struct { int a; char *p; double d; } blank;
int value = 5;

static int use_later(void) { return later * 2; }
int later = 21;

static int shadow(int value)
{
    int result = value;
    {
        int value = 100;
        result += value;
        {
            extern int value;
            result += value;
        }
    }
    return result;
}

int main(void)
{
    int i, sum = 0;

    for (i = 0; i < 10; i++)
        sum += table[i];
    printf("%d %d %d %d\n", counter, sum, blank.a, blank.p == 0);
    printf("%g %d\n", blank.d, use_later());
    printf("%d\n", shadow(1));
    counter += value;
    for (int value = 0; value < 3; value++)
        counter += value;
    printf("%d\n", counter);
    return counter;
}
