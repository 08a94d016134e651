/* Cases that fall through, stacked cases and cases inside a loop with continue. */
#include <stdio.h>

static int days(int month, int leap)
{
    switch (month) {
    case 2:
        return leap ? 29 : 28;
    case 4: case 6: case 9: case 11:
        return 30;
    default:
        return 31;
    }
}

static int gather(int from)
{
    int v = 0;
    switch (from) {
    case 3: v += 100;
    case 2: v += 20;
    case 1: v += 3;
        break;
    case 0: v = -1;
    }
    return v;
}

int main(void)
{
    int i, odd = 0, other = 0;

    for (i = 1; i <= 12; i++) printf("%d ", days(i, i & 1));
    printf("\n");
    for (i = -1; i < 5; i++) printf("%d ", gather(i));
    printf("\n");
    for (i = 0; i < 10; i++) {
        switch (i % 4) {
        case 1: case 3: odd++; continue;
        case 2: break;
        }
        other++;
    }
    printf("%d %d\n", odd, other);
    return gather(3);
}
