/* A hash table with chains that grows, counting words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { struct entry *next; unsigned hash; int count; char word[12]; };
struct table { struct entry **slots; unsigned size, used; };

static unsigned hash(const char *s)
{
    unsigned h = 2166136261u;
    while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static void grow(struct table *t)
{
    unsigned size = t->size * 2;
    struct entry **slots = calloc(size, sizeof *slots);
    for (unsigned i = 0; i < t->size; i++)
        for (struct entry *e = t->slots[i], *next; e; e = next) {
            next = e->next;
            e->next = slots[e->hash % size];
            slots[e->hash % size] = e;
        }
    free(t->slots);
    t->slots = slots;
    t->size = size;
}

static struct entry *lookup(struct table *t, const char *word)
{
    unsigned h = hash(word);
    struct entry *e;
    for (e = t->slots[h % t->size]; e; e = e->next)
        if (e->hash == h && !strcmp(e->word, word)) return e;
    if (t->used++ >= t->size) grow(t);
    e = calloc(1, sizeof *e);
    strcpy(e->word, word);
    e->hash = h;
    e->next = t->slots[h % t->size];
    return t->slots[h % t->size] = e;
}

int main(void)
{
    struct table t = { calloc(2, sizeof(struct entry *)), 2, 0 };
    static const char *words[] = { "so", "it", "goes", "and", "so", "it", "went", "so", "the", "end" };

    for (int i = 0; i < 10; i++) lookup(&t, words[i])->count++;
    printf("%u %u\n", t.size, t.used);
    for (int i = 0; i < 10; i += 2) printf("%s %d\n", words[i], lookup(&t, words[i])->count);
    printf("%u\n", hash("goes"));
    for (unsigned i = 0; i < t.size; i++)
        for (struct entry *e = t.slots[i], *n; e; e = n) { n = e->next; free(e); }
    free(t.slots);
    return (int)t.used;
}
