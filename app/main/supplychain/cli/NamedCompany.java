package supplychain.cli;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.records.company.CompanyQueries;
import supplychain.validation.Formats;

/** A company that an argument names by its id or its name. */
final class NamedCompany {
  private NamedCompany() {}

  /** Its id; a {@link Failure} where it is none, or more than one. */
  static UUID find(DSLContext sql, String company) {
    Optional<UUID> id = Formats.uuid(company).filter(given -> CompanyQueries.exists(sql, given));
    if (id.isPresent()) {
      return id.get();
    }
    List<UUID> named = CompanyQueries.named(sql, company);
    if (named.isEmpty()) {
      throw Failure.of("No company has the id or the name \"" + company + "\".");
    }
    if (named.size() > 1) {
      String ids = named.stream().map(UUID::toString).collect(Collectors.joining(", "));
      throw Failure.of("Several companies have the name \"" + company + "\": give the id, " + ids);
    }
    return named.get(0);
  }
}
