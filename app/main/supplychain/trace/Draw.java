package supplychain.trace;

import java.math.BigDecimal;
import java.util.UUID;

/**
 * What one transaction took from another.
 *
 * @param drawn null where a lot of unknown quantity was taken whole
 * @param position its place among the parents of the child, from 0 on
 */
public record Draw(UUID child, UUID parent, BigDecimal drawn, int position) {}
