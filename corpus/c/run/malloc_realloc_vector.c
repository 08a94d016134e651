/* A vector that grows and shrinks with realloc, keeping its content. */
#include <stdio.h>
#include <stdlib.h>

struct vector { long long *at; int size, capacity; };

static int push(struct vector *v, long long x)
{
    if (v->size == v->capacity) {
        int capacity = v->capacity ? v->capacity * 3 / 2 + 1 : 2;
        long long *p = realloc(v->at, capacity * sizeof *p);
        if (!p) return 0;
        v->at = p;
        v->capacity = capacity;
    }
    v->at[v->size++] = x;
    return 1;
}

static void shrink(struct vector *v)
{
    v->at = realloc(v->at, v->size * sizeof *v->at);
    v->capacity = v->size;
}

int main(void)
{
    struct vector v = { NULL, 0, 0 };
    long long sum = 0;

    push(&v, 1);
    push(&v, 1);
    while (v.size < 60) push(&v, v.at[v.size - 1] + v.at[v.size - 2]);
    printf("%lld %d\n", v.at[59], v.capacity);
    v.size = 20;
    shrink(&v);
    for (int i = 0; i < v.size; i++) sum += v.at[i];
    printf("%lld %d\n", sum, v.capacity);
    push(&v, -1);
    printf("%lld %lld %d\n", v.at[19], v.at[20], v.size);
    free(v.at);
    return 0;
}
