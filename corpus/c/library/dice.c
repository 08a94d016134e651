/* fails: assertion 11 */
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    unsigned seed = (unsigned)time(NULL);
    srand(seed);
    int sum = rand() % 6 + 1 + rand_r(&seed) % 6 + 1;
    assert(sum < 12 || drand48() < 0.5);
    return 0;
}
