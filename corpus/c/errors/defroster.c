/* A defroster controller of a car: front blower with heater and compressor, rear grid with a
 * timer, mirrors that follow the rear grid, and a guard that sheds load when the battery is
 * low. The guard stops the blower after the heater was set, and a second press of the button
 * while the grid is hot restarts its timer without looking at the voltage. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

enum fan_speed { FAN_OFF, FAN_LOW, FAN_HIGH };
enum vent { VENT_FLOOR, VENT_SCREEN, VENT_BOTH };
enum { GRID_CYCLES = 2, VOLTAGE_MIN = 110, VOLTAGE_LOW = 115, TEMP_FREEZE = 3, TEMP_COLD = 8, HUMID = 70 };

struct sensors {
    int outside, inside, humidity, voltage;
    unsigned ignition : 1, engine : 1;
};

struct buttons { _Bool front, rear, off; };

struct front_unit {
    enum fan_speed fan;
    enum vent vent;
    _Bool heater, compressor, requested;
};

struct rear_unit { _Bool grid, mirrors; int timer; };

struct sensors sensor;
struct buttons button;
struct front_unit front;
struct rear_unit rear;
int shed_count;
int cycle;
int lamp_front, lamp_rear, lamp_warning;

/* initialisation */

void init_sensors(void)
{
    sensor = (struct sensors){ 20, 20, 40, 125, 1, 1 };
}

void init_buttons(void)
{
    button.front = button.rear = button.off = 0;
}

void init_fan(void)
{
    front.fan = FAN_OFF;
}

void init_vent(void)
{
    front.vent = VENT_FLOOR;
}

void init_heater(void)
{
    front.heater = 0;
}

void init_compressor(void)
{
    front.compressor = 0;
}

void init_front(void)
{
    init_fan();
    init_vent();
    init_heater();
    init_compressor();
    front.requested = 0;
}

void init_timer(void)
{
    rear.timer = 0;
}

void init_rear(void)
{
    init_timer();
    rear.grid = 0;
    rear.mirrors = 0;
}

void init_lamps(void)
{
    lamp_front = lamp_rear = lamp_warning = 0;
}

void init_system(void)
{
    init_sensors();
    init_buttons();
    init_front();
    init_rear();
    init_lamps();
    shed_count = 0;
    cycle = 0;
}

/* inputs */

int read_bounded(int low, int high)
{
    int value = __VERIFIER_nondet_int();

    __VERIFIER_assume(value >= low && value <= high);
    return value;
}

void read_outside(void)
{
    sensor.outside = read_bounded(-40, 60);
}

void read_humidity(void)
{
    sensor.humidity = read_bounded(0, 100);
}

void read_voltage(void)
{
    sensor.voltage = read_bounded(90, 150);
}

void read_buttons(void)
{
    button.front = __VERIFIER_nondet_bool();
    button.rear = __VERIFIER_nondet_bool();
    button.off = __VERIFIER_nondet_bool();
}

void read_inputs(void)
{
    read_outside();
    read_humidity();
    read_voltage();
    read_buttons();
}

/* what the situation is */

int ice_risk(void)
{
    return sensor.outside <= TEMP_FREEZE;
}

int fog_risk(void)
{
    return sensor.humidity >= HUMID && sensor.outside <= TEMP_COLD;
}

int power_available(void)
{
    return sensor.ignition && sensor.engine;
}

int voltage_low(void)
{
    return sensor.voltage < VOLTAGE_LOW;
}

int voltage_critical(void)
{
    return sensor.voltage < VOLTAGE_MIN;
}

int defrost_wanted(void)
{
    if (button.front)
        front.requested = 1;
    return front.requested || (ice_risk() && fog_risk());
}

/* front unit */

void set_fan(enum fan_speed speed)
{
    front.fan = speed;
}

void set_vent(enum vent vent)
{
    front.vent = vent;
}

void heater_on(void)
{
    front.heater = 1;
}

void heater_off(void)
{
    front.heater = 0;
}

void compressor_on(void)
{
    front.compressor = 1;
}

void compressor_off(void)
{
    front.compressor = 0;
}

void start_defrost(void)
{
    set_vent(VENT_SCREEN);
    set_fan(ice_risk() ? FAN_HIGH : FAN_LOW);
    heater_on();
}

void start_demist(void)
{
    set_vent(VENT_BOTH);
    set_fan(FAN_LOW);
    compressor_on();
}

void stop_front(void)
{
    front.requested = 0;
    heater_off();
    compressor_off();
    set_fan(FAN_OFF);
}

void control_front(void)
{
    if (button.off) {
        stop_front();
        return;
    }
    if (defrost_wanted())
        start_defrost();
    else if (fog_risk())
        start_demist();
}

/* rear unit */

void timer_start(void)
{
    rear.timer = GRID_CYCLES;
}

int timer_running(void)
{
    return rear.timer > 0;
}

void timer_tick(void)
{
    if (timer_running())
        rear.timer--;
}

void grid_on(void)
{
    rear.grid = 1;
}

void grid_off(void)
{
    rear.grid = 0;
}

void mirrors_follow(void)
{
    rear.mirrors = rear.grid && sensor.outside < TEMP_COLD;
}

void control_rear(void)
{
    timer_tick();
    if (button.rear) {
        if (rear.grid) {
            timer_start();      /* no look at the voltage here */
        } else if (!voltage_low()) {
            timer_start();
            grid_on();
        }
    }
    if (!timer_running())
        grid_off();
    mirrors_follow();
}

/* load shedding */

void shed_rear(void)
{
    if (rear.timer < GRID_CYCLES) {
        rear.timer = 0;
        grid_off();
        mirrors_follow();
    }
}

void shed_front(void)
{
    compressor_off();
    set_fan(FAN_OFF);           /* the heater is left as it is */
}

void shed_load(void)
{
    shed_count++;
    shed_rear();
    if (voltage_critical())
        shed_front();
}

/* lamps */

void update_lamps(void)
{
    lamp_front = front.fan != FAN_OFF && front.vent != VENT_FLOOR;
    lamp_rear = rear.grid;
    lamp_warning = shed_count > 0;
}

/* the properties */

void check_heater(void)
{
    assert(!front.heater || front.fan != FAN_OFF);
}

void check_grid(void)
{
    if (voltage_critical() && rear.grid)
        reach_error();
}

void check_safety(void)
{
    check_heater();
    check_grid();
}

void control_cycle(void)
{
    read_inputs();
    if (!power_available())
        return;
    control_front();
    control_rear();
    if (voltage_low())
        shed_load();
    update_lamps();
    check_safety();
    cycle++;
}

int main(void)
{
    init_system();
    do
        control_cycle();
    while (cycle < 4 && __VERIFIER_nondet_bool());
    return 0;
}
