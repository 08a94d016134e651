/* fails: assertion 9 */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int hours, minutes;
    if (scanf("%2d:%2d", &hours, &minutes) == 2)
        assert(hours != 23 || minutes != 59);
    return 0;
}
