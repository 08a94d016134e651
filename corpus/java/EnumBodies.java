// Constants of an enum with a field and with bodies of their own.
public class EnumBodies {
    private enum Gear {
        OFF(0) {
            @Override
            Gear up() {
                return LOW;
            }
        },
        LOW(30) {
            @Override
            Gear up() {
                return HIGH;
            }

            @Override
            Gear down() {
                return OFF;
            }
        },
        HIGH(90) {
            @Override
            Gear up() {
                throw new IllegalStateException();
            }

            @Override
            Gear down() {
                return LOW;
            }
        };

        final int fastest;

        Gear(int fastest) {
            this.fastest = fastest;
        }

        abstract Gear up();

        Gear down() {
            throw new IllegalStateException();
        }
    }

    private Gear gear = Gear.OFF;

    public void up() {
        gear = gear.up();
    }

    public void down() {
        gear = gear.down();
    }

    public void drive(int speed) {
        if (speed <= 0 || speed > gear.fastest) {
            throw new IllegalArgumentException();
        }
    }
}
