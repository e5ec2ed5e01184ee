package supplychain.proof;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Gives a test a new {@link Seed}, or the one of {@code -Dproof.seed}, and names it on failure. */
public final class Seeded implements ParameterResolver, TestExecutionExceptionHandler {
  private static final Seed SEED = new Seed(Long.getLong("proof.seed", System.nanoTime()));

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == Seed.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return SEED;
  }

  @Override
  public void handleTestExecutionException(ExtensionContext test, Throwable failure) {
    throw new AssertionError("repeat it with -Dproof.seed=" + SEED.value(), failure);
  }
}
