/*
 * The state machine of a motor controller. The motor is switched on, finds its
 * zero position, and runs with a speed of up to 3000 turns a minute in either
 * direction. It turns the other way only from rest. A fault stops it at once
 * and has to be acknowledged.
 */
#include <assert.h>
#include <stdbool.h>

#define FASTEST 3000

enum mode { OFF, IDLE, HOMING, RUNNING, FAULT };

static enum mode mode = OFF;
static bool homed;
static int speed;
static unsigned faults;

void motor_on(void)
{
    assert(mode == OFF);
    mode = IDLE;
    homed = false;
    speed = 0;
}

void motor_off(void)
{
    assert(mode == IDLE);
    mode = OFF;
}

/* Begins to look for the zero position. */
void motor_home(void)
{
    assert(mode == IDLE);
    homed = false;
    mode = HOMING;
}

/* The switch at the zero position was reached. */
void motor_at_zero(void)
{
    assert(mode == HOMING);
    homed = true;
    mode = IDLE;
}

void motor_run(int turns)
{
    assert(turns >= -FASTEST && turns <= FASTEST);
    assert(turns != 0);
    assert(mode == IDLE || mode == RUNNING);
    assert(homed);
    if (mode == RUNNING)
        assert((turns > 0) == (speed > 0));
    speed = turns;
    mode = RUNNING;
}

void motor_stop(void)
{
    assert(mode == RUNNING);
    speed = 0;
    mode = IDLE;
}

int motor_speed(void)
{
    return speed;
}

/* The driver of the motor reports that it is too hot or blocked. */
void motor_fault(void)
{
    assert(mode != OFF);
    speed = 0;
    homed = false;
    mode = FAULT;
    faults++;
}

void motor_acknowledge(void)
{
    assert(mode == FAULT);
    mode = IDLE;
}

unsigned motor_faults(void)
{
    return faults;
}
