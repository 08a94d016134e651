/*
 * A timer wheel: four slots, one for each of the next four ticks. A timer is
 * started with a delay of one to three ticks; when its slot comes, it expires.
 * One slot holds one timer.
 */
#include <assert.h>
#include <stdbool.h>

#define SLOTS 4u
#define PER_SLOT 1u

static struct {
    bool running;
    unsigned now;
    unsigned char timers[SLOTS];
    unsigned expired;
} wheel;

static unsigned slot_after(unsigned delay)
{
    return (wheel.now + delay) % SLOTS;
}

void wheel_start(void)
{
    unsigned i;

    assert(!wheel.running);
    wheel.now = 0;
    wheel.expired = 0;
    for (i = 0; i < SLOTS; i++)
        wheel.timers[i] = 0;
    wheel.running = true;
}

bool wheel_has_room(unsigned delay)
{
    assert(delay > 0 && delay < SLOTS);
    return wheel.timers[slot_after(delay)] < PER_SLOT;
}

void timer_start(unsigned delay)
{
    assert(wheel.running);
    assert(wheel_has_room(delay));
    wheel.timers[slot_after(delay)]++;
}

/* Takes back a timer that would expire after so many ticks. */
void timer_cancel(unsigned delay)
{
    unsigned slot;

    assert(wheel.running);
    assert(delay > 0 && delay < SLOTS);
    slot = slot_after(delay);
    assert(wheel.timers[slot] > 0);
    wheel.timers[slot]--;
}

/* A tick: what expires must be taken before the next one. */
void wheel_tick(void)
{
    assert(wheel.running);
    assert(wheel.expired == 0);
    wheel.now = (wheel.now + 1) % SLOTS;
    wheel.expired = wheel.timers[wheel.now];
    wheel.timers[wheel.now] = 0;
}

/* Takes one timer that has expired. */
void timer_take(void)
{
    assert(wheel.expired > 0);
    wheel.expired--;
}

unsigned timers_expired(void)
{
    return wheel.expired;
}

void wheel_stop(void)
{
    unsigned i;

    assert(wheel.running);
    for (i = 0; i < SLOTS; i++)
        assert(wheel.timers[i] == 0);
    wheel.running = false;
}
