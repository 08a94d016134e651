/* fails: assertion 9 */
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t before = time(NULL), after;
    time(&after);
    assert(before <= after);
    return 0;
}
