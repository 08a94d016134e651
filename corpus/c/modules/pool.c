/*
 * An allocator of blocks of one size from a fixed pool. Free blocks are in a
 * list that goes through the blocks themselves; a guard word at the end of
 * each block is looked at when it comes back.
 */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLOCKS 3
#define GUARD 0xb10cu

struct block {
    struct block *next;
    bool taken;
    uint16_t guard;
    uint8_t data[8];
};

static struct block pool[BLOCKS];
static struct block *free_list;
static unsigned taken;
static bool ready;

void pool_init(void)
{
    size_t i;

    assert(!ready);
    free_list = NULL;
    for (i = 0; i < BLOCKS; i++) {
        pool[i].taken = false;
        pool[i].guard = GUARD;
        pool[i].next = free_list;
        free_list = &pool[i];
    }
    taken = 0;
    ready = true;
}

/* A block, or null if none is left. */
struct block *pool_take(void)
{
    struct block *block;

    assert(ready);
    block = free_list;
    if (block == NULL)
        return NULL;
    free_list = block->next;
    block->next = NULL;
    block->taken = true;
    taken++;
    return block;
}

void block_write(struct block *block, unsigned at, uint8_t byte)
{
    assert(block->taken);
    assert(at < sizeof block->data);
    block->data[at] = byte;
}

void pool_give(struct block *block)
{
    assert(ready);
    assert(block->taken);
    assert(block->guard == GUARD);
    block->taken = false;
    block->next = free_list;
    free_list = block;
    taken--;
}

unsigned pool_taken(void)
{
    return taken;
}

/* All blocks must have come back. */
void pool_done(void)
{
    assert(ready);
    assert(taken == 0);
    free_list = NULL;
    ready = false;
}
