/* A docking approach: a simulation loop in doubles whose phases are handled by one function,
 * in the style of code generated from a model. Contact must not be too fast. */
#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern void assume_abort_if_not(int);

enum phase { FAR_APPROACH, NEAR_APPROACH, FINAL, CONTACT, DOCKED, ABORTED };

struct model_state {
    double range;
    double speed;
    double fuel;
    enum phase phase;
    int steps;
};

struct model_state model;

double saturate(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

double speed_limit(void)
{
    switch (model.phase) {
    case FAR_APPROACH: return 8.0;
    case NEAR_APPROACH: return 2.0;
    default: return 0.5;
    }
}

void thrust(double amount)
{
    double used = saturate(amount, -1.5, 1.5);

    if (model.fuel <= 0.0)
        return;
    model.speed += used;
    model.fuel -= used < 0 ? -used : used;
}

void brake(void)
{
    thrust(speed_limit() - model.speed);
}

void coast(void)
{
    model.range -= model.speed;
}

void far_step(void)
{
    if (model.speed > speed_limit())
        brake();
    coast();
    if (model.range < 20.0)
        model.phase = NEAR_APPROACH;
}

void near_step(void)
{
    if (model.speed > speed_limit())
        brake();
    coast();
    if (model.range < 5.0)
        model.phase = FINAL;
}

void final_step(void)
{
    if (model.speed > speed_limit())
        brake();
    coast();
    if (model.range <= 0.0)
        model.phase = CONTACT;
}

void contact_step(void)
{
    assert(model.speed <= 2.0);
    model.phase = DOCKED;
}

void abort_approach(void)
{
    model.phase = ABORTED;
    model.speed = 0.0;
}

void MissionPhaseStat(void)
{
    switch (model.phase) {
    case FAR_APPROACH: far_step(); break;
    case NEAR_APPROACH: near_step(); break;
    case FINAL: final_step(); break;
    case CONTACT: contact_step(); break;
    case DOCKED: case ABORTED: break;
    }
}

void initialize(void)
{
    model.range = __VERIFIER_nondet_double();
    model.speed = __VERIFIER_nondet_double();
    model.fuel = __VERIFIER_nondet_double();
    assume_abort_if_not(model.range >= 1.0 && model.range <= 40.0);
    assume_abort_if_not(model.speed >= 0.25 && model.speed <= 10.0);
    assume_abort_if_not(model.fuel >= 0.0 && model.fuel <= 10.0);
    model.phase = FAR_APPROACH;
    model.steps = 0;
}

int main(void)
{
    initialize();
    while (model.phase != DOCKED && model.phase != ABORTED && model.steps < 12) {
        MissionPhaseStat();
        if (model.phase < CONTACT && __VERIFIER_nondet_int() == 1)
            abort_approach();
        model.steps++;
    }
    return 0;
}
