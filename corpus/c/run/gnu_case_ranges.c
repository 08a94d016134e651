/* Case ranges, nested functions left out: classification of scores. */
#include <stdio.h>

static char grade(int score)
{
    switch (score) {
    case 90 ... 100: return 'A';
    case 75 ... 89: return 'B';
    case 50 ... 74: return 'C';
    case 0 ... 49: return 'F';
    }
    return '?';
}

int main(void)
{
    int counts[128] = { 0 };

    for (int s = -5; s <= 105; s += 5) {
        putchar(grade(s));
        counts[(int)grade(s)]++;
    }
    printf("\n%d %d %d %d %d\n", counts['A'], counts['B'], counts['C'], counts['F'], counts['?']);
    return counts['F'];
}
