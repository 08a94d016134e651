/* Writes the greatest number so far.
 * --function peak_hold */
#include <limits.h>

int in(void);
void out(int v);

void peak_hold(void)
{
    int peak = INT_MIN;

    while (1) {
        int x = in();
        if (x > peak)
            peak = x;
        out(peak);
    }
}
