/*
 * A stack of numbers with a fixed depth, in memory that the caller has: no
 * allocation, so that it can be used before there is a heap.
 *
 * An error in its use is an error of the program, and asserted. Only a full
 * stack is something that happens, and told by the result.
 */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STACK_DEPTH 4
#define STACK_MAGIC 0x5ac4u

struct stack {
    uint16_t magic;
    uint8_t count;
    bool locked;
    int32_t values[STACK_DEPTH];
};

static bool is_valid(const struct stack *stack)
{
    return stack != NULL && stack->magic == STACK_MAGIC;
}

void stack_init(struct stack *stack)
{
    assert(stack != NULL);
    stack->magic = STACK_MAGIC;
    stack->count = 0;
    stack->locked = false;
}

bool stack_is_empty(const struct stack *stack)
{
    assert(is_valid(stack));
    return stack->count == 0;
}

unsigned stack_count(const struct stack *stack)
{
    assert(is_valid(stack));
    return stack->count;
}

/* Whether there was room. */
bool stack_push(struct stack *stack, int32_t value)
{
    assert(is_valid(stack));
    assert(!stack->locked);
    if (stack->count == STACK_DEPTH)
        return false;
    stack->values[stack->count] = value;
    stack->count++;
    return true;
}

int32_t stack_top(const struct stack *stack)
{
    assert(is_valid(stack));
    assert(stack->count > 0);
    return stack->values[stack->count - 1];
}

int32_t stack_pop(struct stack *stack)
{
    int32_t value = stack_top(stack);

    assert(!stack->locked);
    stack->count--;
    return value;
}

/* The two values on top change their places. */
void stack_swap(struct stack *stack)
{
    int32_t top, below;

    assert(is_valid(stack));
    assert(stack->count >= 2);
    top = stack->values[stack->count - 1];
    below = stack->values[stack->count - 2];
    stack->values[stack->count - 1] = below;
    stack->values[stack->count - 2] = top;
}

/* While a stack is locked nobody may change how much it holds. */
void stack_lock(struct stack *stack)
{
    assert(is_valid(stack));
    assert(!stack->locked);
    stack->locked = true;
}

void stack_unlock(struct stack *stack)
{
    assert(is_valid(stack));
    assert(stack->locked);
    stack->locked = false;
}
