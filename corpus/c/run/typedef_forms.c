/* Typedefs of scalars, pointers, arrays, functions and structs, and their scopes. */
#include <stdio.h>

typedef unsigned char byte;
typedef int row[3], (*compare)(int, int), *int_ptr;
typedef struct point { int x, y; } point, *point_ptr;
typedef int function(int);

static int less(int a, int b) { return a < b; }
static function increment;
static int increment(int x) { return x + 1; }
static int sum(row r) { return r[0] + r[1] + r[2]; }

int main(void)
{
    byte b = 300 & 0xff;
    row r = { 1, 2, 3 }, rows[2] = { { 4, 5, 6 }, { 7, 8, 9 } };
    compare c = less;
    point p = { 3, 4 };
    point_ptr q = &p;
    int_ptr a = &p.x, d = r;
    {
        typedef double byte;
        byte half = 0.5;
        printf("%g\n", half);
    }
    int point = 11;

    printf("%d %d %d\n", b, sum(r) + sum(rows[1]), c(1, 2));
    printf("%d %d %d\n", q->x + *a, increment(9), d[2]);
    printf("%d %d\n", point, (int)(sizeof rows / sizeof(row)));
    return ((struct point){ 5, 6 }).y;
}
