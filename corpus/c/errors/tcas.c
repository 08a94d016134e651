/* Collision avoidance in the manner of tcas: an advisory to climb or descend from the
 * altitudes and the predicted separations of two aircraft. Two faults let an advisory choose
 * the manoeuvre without room: the preference for climbing adds a margin although climbing is
 * inhibited, and a present distance is taken for a predicted one. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

enum { UNRESOLVED, CLIMB, DESCEND };
enum { NO_INTENT, WILL_STAY_BELOW, WILL_STAY_ABOVE };
enum { MAX_RATE = 600, CLOSE_RANGE = 300, MARGIN = 100 };

static const int limits[4] = { 400, 500, 640, 740 };

struct aircraft { int altitude; int tracked; };

struct aircraft own, other;
int own_rate;
int layer;
int separation_above, separation_below;
int other_intent;
_Bool reliable, second_report, other_equipped, climb_inhibited;

int limit(void)
{
    return limits[layer];
}

int climb_preference(void)
{
    return climb_inhibited ? separation_above + MARGIN : separation_above;
}

int below_threat(void)
{
    return own.tracked < other.tracked;
}

int above_threat(void)
{
    return other.tracked < own.tracked;
}

int prefer_climb(void)
{
    return climb_preference() > separation_below;
}

int climb_allowed(void)
{
    if (prefer_climb())
        return other.altitude - own.altitude >= CLOSE_RANGE || separation_below < limit();
    return separation_above >= limit();
}

int descend_allowed(void)
{
    if (prefer_climb())
        return own.altitude - other.altitude >= CLOSE_RANGE || separation_below >= limit();
    return separation_above < limit() || separation_below >= limit();
}

int alert_enabled(void)
{
    return reliable && own_rate <= MAX_RATE && other.altitude - own.altitude < 3000;
}

int intent_received(void)
{
    return other_intent == WILL_STAY_BELOW || other_intent == WILL_STAY_ABOVE;
}

int intent_unknown(void)
{
    return !other_equipped || (second_report && !intent_received());
}

int advisory(void)
{
    int up, down;

    if (!alert_enabled() || !intent_unknown())
        return UNRESOLVED;
    up = climb_allowed() && below_threat();
    down = descend_allowed() && above_threat();
    if (up == down)
        return UNRESOLVED;
    return up ? CLIMB : DESCEND;
}

void check_advisory(int advice)
{
    /* A manoeuvre is never advised into less room than the limit when the other one has it. */
    if (advice == CLIMB)
        assert(separation_above >= limit() || separation_below < limit());
    if (advice == DESCEND)
        assert(separation_below >= limit() || separation_above < limit());
}

void read_situation(void)
{
    own.altitude = __VERIFIER_nondet_int();
    own.tracked = __VERIFIER_nondet_int();
    other.altitude = __VERIFIER_nondet_int();
    other.tracked = __VERIFIER_nondet_int();
    own_rate = __VERIFIER_nondet_int();
    layer = __VERIFIER_nondet_int();
    separation_above = __VERIFIER_nondet_int();
    separation_below = __VERIFIER_nondet_int();
    other_intent = __VERIFIER_nondet_int();
    reliable = __VERIFIER_nondet_bool();
    second_report = __VERIFIER_nondet_bool();
    other_equipped = __VERIFIER_nondet_bool();
    climb_inhibited = __VERIFIER_nondet_bool();
    __VERIFIER_assume(layer >= 0 && layer < 4);
    __VERIFIER_assume(own.altitude >= 0 && own.altitude <= 100000);
    __VERIFIER_assume(other.altitude >= 0 && other.altitude <= 100000);
    __VERIFIER_assume(separation_above >= 0 && separation_above <= 10000);
    __VERIFIER_assume(separation_below >= 0 && separation_below <= 10000);
}

int main(void)
{
    read_situation();
    check_advisory(advisory());
    return 0;
}
