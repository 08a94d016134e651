/* fails: assertion 15 open */
#include <assert.h>
#include <stdlib.h>

struct pair { int key, value; };
static int by_key(const void *a, const void *b)
{
    return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
int main(void)
{
    struct pair pairs[] = {{1, 1}, {2, 2}, {2, 3}}, wanted = {2, 0};
    struct pair *found = bsearch(&wanted, pairs, 3, sizeof *pairs, by_key);
    assert(found->key == 2);
    assert(found->value == 2);
    return 0;
}
