/* never fails */
#include <assert.h>
#include <time.h>

int main(void)
{
    clock_t before = clock();
    struct timespec one, other;
    clock_gettime(CLOCK_MONOTONIC, &one);
    clock_gettime(CLOCK_MONOTONIC, &other);
    assert(before <= clock());
    assert(one.tv_sec < other.tv_sec || (one.tv_sec == other.tv_sec && one.tv_nsec <= other.tv_nsec));
    return 0;
}
