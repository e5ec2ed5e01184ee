package supplychain.proof;

import java.util.Random;

/**
 * Where the chance of an attack comes from. A test that takes one as a parameter, and is extended
 * with {@link Seeded}, says on failure how to repeat the very same: {@code -Dproof.seed=N}.
 */
public record Seed(long value) {
  /** The chance of one part of an attack, such as one of its threads. */
  public Random random(int part) {
    // Seeds that differ by one make Random begin alike; the factor parts them.
    return new Random(value * 0x9E3779B97F4A7C15L + part);
  }
}
