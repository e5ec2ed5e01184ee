package supplychain.proof;

/** How long the attacks last: moments in every build, at length with {@code mvn verify -Pproof}. */
public final class Proof {
  private static final boolean LONG = Boolean.getBoolean("proof");

  private Proof() {}

  /** How often an attack strikes in every build, and how often in the proof. */
  public static int count(int inEveryBuild, int inTheProof) {
    return LONG ? inTheProof : inEveryBuild;
  }
}
