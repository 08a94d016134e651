/* Well-known string hashes with 32 and 64 bits. */
#include <stdio.h>

static unsigned djb2(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + (unsigned char)*s++; return h; }
static unsigned sdbm(const char *s) { unsigned h = 0; while (*s) h = *s++ + (h << 6) + (h << 16) - h; return h; }
static unsigned long long fnv64(const char *s)
{
    unsigned long long h = 14695981039346656037ull;
    for (; *s; ++s) { h ^= (unsigned char)*s; h *= 1099511628211ull; }
    return h;
}
static unsigned one_at_a_time(const char *s)
{
    unsigned h = 0;
    while (*s) { h += (unsigned char)*s++; h += h << 10; h ^= h >> 6; }
    h += h << 3; h ^= h >> 11; h += h << 15;
    return h;
}

int main(void)
{
    static const char *const w[] = { "", "a", "hash", "a longer text to hash" };

    for (int i = 0; i < 4; i++)
        printf("%u %u %llu %08x\n", djb2(w[i]), sdbm(w[i]), fnv64(w[i]), one_at_a_time(w[i]));
    return djb2("x") & 0x7f;
}
