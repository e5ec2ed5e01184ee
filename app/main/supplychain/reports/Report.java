package supplychain.reports;

import static supplychain.validation.ValueTypes.*;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import supplychain.validation.ValueType;

/**
 * A report about the trade of one company. The file of its name, {@code NAME.sql}, has its query.
 *
 * @param says the task of the report, as a sentence without its point
 * @param groups the groups of its rows, the usual one first; empty if it has no choice
 */
public record Report(
    String name,
    String says,
    List<Parameter> parameters,
    List<String> groups,
    List<Column> columns) {
  /** The columns of a chart: for each period, a bar of the kilograms. */
  static final List<String> CHARTED = List.of("period", "kg");

  /** The parameter that chooses among the groups. */
  public static final String GROUP = "group";

  /**
   * A parameter of the query of a report. The SQL has it under its name.
   *
   * @param says the effect of the parameter, as a sentence
   */
  public record Parameter(String name, String says, ValueType<?> type) {
    static Parameter id(String name, String says) {
      return new Parameter(name, says, ID);
    }

    boolean isId() {
      return type == ID;
    }
  }

  /** The unit of the values of a column, or their type. */
  public enum Unit {
    TEXT("", String.class),
    DAY("day", LocalDate.class),
    COUNT("number", Long.class),
    KG("kg", BigDecimal.class),
    AMOUNT("currency", BigDecimal.class),
    PRICE("currency per kg", BigDecimal.class),
    PERCENT("%", BigDecimal.class),
    DAYS("days", Long.class),
    FLAG("true or false", Boolean.class),
    /** The address of the records that the row sums. */
    LINK("address", String.class);

    public final String shown;
    final Class<?> type;

    Unit(String shown, Class<?> type) {
      this.shown = shown;
      this.type = type;
    }

    boolean isNumber() {
      return Number.class.isAssignableFrom(type);
    }

    /** A column of this unit, which all groups have. */
    Column named(String name, String says) {
      return new Column(name, this, says, List.of(), null);
    }

    /** True if the page and the command show the sum of the column. */
    boolean isSummed() {
      return this == COUNT || this == KG || this == AMOUNT;
    }
  }

  /**
   * A column of the table.
   *
   * @param groups the groups that have the column; empty for all
   * @param list the list to which a LINK leads; null for others
   */
  public record Column(String name, Unit unit, String says, List<String> groups, String list) {
    static Column link(String name, String says, String list) {
      return new Column(name, Unit.LINK, says, List.of(), list);
    }

    Column in(String... some) {
      return new Column(name, unit, says, List.of(some), list);
    }

    boolean isIn(String group) {
      return groups.isEmpty() || groups.contains(group);
    }
  }

  static Report of(String name, String says) {
    return new Report(name, says, List.of(), List.of(), List.of());
  }

  Report parameters(Parameter... all) {
    return new Report(name, says, List.of(all), groups, columns);
  }

  Report groups(String... all) {
    return new Report(name, says, parameters, List.of(all), columns);
  }

  Report columns(Column... all) {
    return new Report(name, says, parameters, groups, List.of(all));
  }

  boolean hasChart(String group) {
    return columns(group).stream().map(Column::name).toList().containsAll(CHARTED);
  }

  /** The parameters of this report and those of all reports. */
  public List<Parameter> allParameters() {
    List<Parameter> all = new ArrayList<>(List.of(ReportRequest.COMPANY));
    if (!groups.isEmpty()) {
      String says = "Rows by `" + String.join("`, `", groups) + "`. The first is usual.";
      all.add(new Parameter(GROUP, says, new Word(groups)));
    }
    all.addAll(parameters);
    return all;
  }

  List<Column> columns(String group) {
    return columns.stream().filter(column -> column.isIn(group)).toList();
  }
}
