/*
 * A ring buffer of bytes between one producer and one consumer.
 *
 * The buffer lies on the heap and is made with a capacity that is a power of
 * two, so that an index is masked and not divided. `head` is where the next
 * byte goes, `tail` where the oldest lies; both run freely and are masked when
 * they are used, so that a full buffer and an empty one differ.
 */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef RING_CAPACITY
#define RING_CAPACITY 4u
#endif

struct ring {
    uint8_t bytes[RING_CAPACITY];
    uint8_t head;
    uint8_t tail;
    bool closed;
};

static uint8_t masked(uint8_t index)
{
    return index & (RING_CAPACITY - 1u);
}

static uint8_t used(const struct ring *ring)
{
    return (uint8_t)(ring->head - ring->tail);
}

struct ring *ring_new(void)
{
    /* All zero: empty and open. */
    return calloc(1, sizeof(struct ring));
}

bool ring_empty(const struct ring *ring)
{
    return used(ring) == 0;
}

bool ring_full(const struct ring *ring)
{
    return used(ring) == RING_CAPACITY;
}

/* The caller must have asked whether there is room. */
void ring_put(struct ring *ring, uint8_t byte)
{
    assert(!ring->closed);
    assert(!ring_full(ring));
    ring->bytes[masked(ring->head)] = byte;
    ring->head++;
}

/* The caller must have asked whether there is something. */
uint8_t ring_get(struct ring *ring)
{
    uint8_t byte;

    assert(!ring_empty(ring));
    byte = ring->bytes[masked(ring->tail)];
    ring->tail++;
    return byte;
}

/* What is in the buffer may still be read. */
void ring_close(struct ring *ring)
{
    ring->closed = true;
}

void ring_free(struct ring *ring)
{
    assert(ring->closed);
    free(ring);
}
