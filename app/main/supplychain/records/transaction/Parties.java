package supplychain.records.transaction;

import java.util.Optional;
import java.util.UUID;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.records.References;
import supplychain.records.References.Party;
import supplychain.records.Target;
import supplychain.validation.Body;

/** The parties of a transaction; each is null if the body names no visible one. */
record Parties(Caller caller, Party source, Party destination) {
  /** The parties after the lookup of the references. */
  static Parties of(References references, UUID source, UUID destination) {
    return new Parties(
        references.caller(),
        references.get(Target.PARTY, source),
        references.get(Target.PARTY, destination));
  }

  boolean areKnown() {
    return source != null && destination != null;
  }

  boolean areSame() {
    return areKnown() && source.id().equals(destination.id());
  }

  /**
   * The direction for the company that records it. For an operator, goods or money of a company go
   * out, and those of a farmer come in.
   */
  Direction direction() {
    boolean outgoing =
        caller.isOperator() ? source.isCompany() : caller.company().equals(source.id());
    return outgoing ? Direction.OUTGOING : Direction.INCOMING;
  }

  /**
   * The company that records it: the caller's company. For an operator, the source if that is a
   * company, or else the company that acts for the destination.
   */
  Optional<UUID> recorder() {
    if (!caller.isOperator()) {
      return Optional.of(caller.company());
    }
    return areKnown() ? Optional.of(recording().company()) : Optional.empty();
  }

  /** The currency of the recording company; null if it has none. */
  UUID currency() {
    return recording().currency();
  }

  private Party recording() {
    return direction() == Direction.OUTGOING ? source : destination;
  }

  /** Whether the caller acts for the source: the company itself, or the farmer's buyer. */
  boolean callerActsForSource() {
    return source != null && caller.actsFor(source.company());
  }

  /** Refuses with 403 unless the caller's company is a party. */
  void requireCaller(Body body) {
    if (!caller.isOperator() && !include(caller.company())) {
      String detail = "Your company must be the source or the destination.";
      throw Problem.forbidden(
          detail,
          new Finding(body.pointer("source"), "forbidden", detail),
          new Finding(body.pointer("destination"), "forbidden", detail));
    }
  }

  boolean include(UUID entity) {
    return source.id().equals(entity) || destination.id().equals(entity);
  }

  /** Whether these are the parties of that transaction, in either direction. */
  boolean areThoseOf(UUID otherSource, UUID otherDestination) {
    UUID from = source.id();
    UUID to = destination.id();
    return (from.equals(otherSource) && to.equals(otherDestination))
        || (from.equals(otherDestination) && to.equals(otherSource));
  }
}
