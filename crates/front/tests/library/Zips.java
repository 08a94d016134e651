import java.util.zip.*;

public class Zips {
    public static int levels(int level) {
        Deflater deflater = new Deflater(level);
        deflater.end();
        return 1;
    }

    public static boolean ended(boolean first) {
        Deflater deflater = new Deflater();
        if (first) deflater.end();
        deflater.setInput(new byte[] {1, 2});
        boolean needs = deflater.needsInput();
        deflater.finish();
        deflater.end();
        deflater.end();
        return needs;
    }

    public static int reset(int twice) {
        Inflater inflater = new Inflater(twice > 0);
        inflater.setInput(new byte[3], 1, 2);
        inflater.reset();
        if (twice > 1) inflater.end();
        inflater.reset();
        return inflater.getRemaining();
    }

    public static int ranges(int from, int length) {
        CRC32 sum = new CRC32();
        if (from == length) sum.reset();
        sum.update(new byte[] {1, 2, 3}, from, length);
        return length;
    }

    public static int adler(int from, int length) {
        Adler32 sum = new Adler32();
        sum.update(new byte[] {1, 2, 3}, from, length);
        return from;
    }

    public static long nothing(int n) {
        return new CRC32().getValue() * 31 + new Adler32().getValue();
    }
}
