package supplychain.reports;

import static supplychain.records.PagePlace.CURSOR;
import static supplychain.records.PagePlace.LIMIT;
import static supplychain.schema.Tables.FORM;
import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.validation.ValueTypes.ID;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.http.Query;
import supplychain.records.Names;
import supplychain.records.PagePlace;
import supplychain.records.Reads;
import supplychain.records.company.CompanyResource;
import supplychain.reports.Report.Parameter;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.ValueTypes;

/**
 * A request for a report: its company, its parameters, and the page that is wanted.
 *
 * @param group the group of its rows; null if the report has no choice
 * @param after the place of the last row of the previous page; null for the first page
 * @param query the query without its cursor and limit
 */
public record ReportRequest(
    Report report,
    UUID company,
    String group,
    Map<String, Object> values,
    FieldValue<Integer> limit,
    String after,
    Map<String, List<String>> query) {
  /** The parameter of all reports that names their company. */
  public static final Parameter COMPANY =
      Parameter.id(
          "company", "The company of the report. Only an OPERATOR needs it, and can choose it.");

  /** The group by the values of a field of the company's forms, and the column with the value. */
  static final String FORM_VALUE = "form_value";

  static final Parameter FORM_KEY =
      new Parameter(
          "form_field",
          "The key of a field of your forms for transactions, which the group `form_value` needs.",
          ValueTypes.filledText(Columns.limit(FORM_FIELD.KEY)));

  static final String DATE_FROM = "date_from";
  static final String DATE_BEFORE = "date_before";

  /** Reads all parameters but those of a format. Each mistake becomes a finding of the body. */
  static ReportRequest read(
      Report report, Map<String, List<String>> query, Body body, Caller caller, Database database) {
    List<String> ids = new ArrayList<>();
    report.allParameters().stream().filter(Parameter::isId).forEach(one -> ids.add(one.name()));
    Names.replace(body, ids, caller, database);
    UUID company = company(body, caller, database);
    Map<String, Object> values = new HashMap<>();
    report.allParameters().stream()
        .filter(one -> !one.equals(COMPANY))
        .forEach(one -> values.put(one.name(), body.get(one.name(), one.type()).value()));
    requireOrder(
        body, (OffsetDateTime) values.get(DATE_FROM), (OffsetDateTime) values.get(DATE_BEFORE));
    FieldValue<Integer> limit = body.get(LIMIT, Query.number(1, Reads.LARGEST_PAGE));
    String after =
        body.get(
                CURSOR,
                PagePlace.of(
                    list(report, query), place -> Optional.of(place).filter(ValueTypes::isStored)))
            .value();
    String chosen = (String) values.remove(Report.GROUP);
    String group = chosen == null && !report.groups().isEmpty() ? report.groups().get(0) : chosen;
    checkFormField(body, group, values, company, database);
    return new ReportRequest(report, company, group, values, limit, after, query);
  }

  /** Refuses a period that ends before it begins, which would have no records. */
  static void requireOrder(Body body, OffsetDateTime from, OffsetDateTime before) {
    if (from != null && before != null && before.isBefore(from)) {
      body.refuse(DATE_BEFORE, "range", "The period ends before it begins at `date_from`.");
    }
  }

  /** A caller acts for one company, and an operator for the one that the query names. */
  private static UUID company(Body body, Caller caller, Database database) {
    if (caller.isOperator() && !body.has(COMPANY.name())) {
      String detail = "Name the company of the report: company=ID or company.name=NAME.";
      body.refuse(COMPANY.name(), "required", detail);
    }
    UUID named = body.get(COMPANY.name(), ID).or(caller.company());
    boolean isKnown =
        caller.isOperator()
            ? named == null || database.read(sql -> CompanyResource.exists(sql, named))
            : named.equals(caller.company());
    if (!isKnown) {
      body.refuseValue(
          COMPANY.name(), "does_not_exist", "is not the id of a company for which you act.");
    }
    return named;
  }

  /** Adds a finding if the group and the field do not fit, or the company has no such field. */
  private static void checkFormField(
      Body body, String group, Map<String, Object> values, UUID company, Database database) {
    String name = FORM_KEY.name();
    Object key = values.get(name);
    if (FORM_VALUE.equals(group)) {
      body.require(name);
    } else if (body.has(name)) {
      body.refuse(name, "mismatch", "A field belongs to group=%s.".formatted(FORM_VALUE));
    }
    if (key != null && company != null && !database.read(sql -> hasField(sql, company, key))) {
      body.refuseValue(
          name, "does_not_exist", "is not the key of a field of your forms for transactions.");
    }
  }

  private static boolean hasField(DSLContext sql, UUID company, Object key) {
    return sql.fetchExists(
        FORM_FIELD.join(FORM).on(FORM.ID.eq(FORM_FIELD.FORM)),
        FORM.OWNER.eq(company),
        FORM.FORM_TYPE.eq("TRANSACTION"),
        FORM_FIELD.KEY.eq(key.toString()));
  }

  String queryAfter(String place) {
    String cursor = PagePlace.written(list(report, query), place);
    return PagePlace.next(Query.text(query, Set.of(LIMIT, CURSOR)), limit, cursor);
  }

  /** What a cursor belongs to: the report and its parameters. */
  private static String list(Report report, Map<String, List<String>> query) {
    return report.name() + "?" + Query.text(query, Set.of(LIMIT, CURSOR));
  }
}
