package supplychain.verify;

import org.jooq.DSLContext;

/** Looks at the books for one kind of mistake. */
@FunctionalInterface
interface Check {
  /** What it finds, in the snapshot of {@code sql}. */
  Discrepancy run(DSLContext sql);
}
