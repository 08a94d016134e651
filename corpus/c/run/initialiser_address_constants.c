/* Global initialisers with addresses: elements, members, offsets and functions. */
#include <stdio.h>

static int numbers[5] = { 1, 2, 3, 4, 5 };
static int *third = &numbers[2];
static int *last = numbers + 4;
static struct { int a; int b[3]; } record = { 7, { 8, 9, 10 } };
static int *inner = &record.b[1];
static const char *text = "global text" + 7;
static char *letters[] = { "x", "yy", "zzz" };
static char **second = &letters[1];
static int answer(void) { return 42; }
static int (*function)(void) = answer;
static void *anything = &third;
static struct ring { struct ring *next; int id; } ring[3] = {
    { ring + 1, 1 }, { &ring[2], 2 }, { ring, 3 },
};
static int size = sizeof numbers / sizeof numbers[0] * 2 + (3 > 2 ? 1 : 0);

int main(void)
{
    printf("%d %d %d\n", *third, *last, *inner);
    printf("%s %s\n", text, *second);
    printf("%d %d\n", function(), **(int **)anything);
    printf("%d %d\n", ring->next->next->next->id, ring[2].next->next->id);
    printf("%d\n", size);
    *third = 30;
    printf("%d\n", numbers[2]);
    return size;
}
