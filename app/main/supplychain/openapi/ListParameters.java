package supplychain.openapi;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import supplychain.eudr.OriginFileResource;
import supplychain.records.Filter;
import supplychain.records.Resource;
import supplychain.records.account.MemberResource;
import supplychain.records.account.TokenResource;
import supplychain.records.account.UserResource;
import supplychain.records.card.CardResources;
import supplychain.records.catalogue.CurrencyResource;
import supplychain.records.catalogue.PremiumResource;
import supplychain.records.catalogue.ProductResource;
import supplychain.records.company.CompanyProductResource;
import supplychain.records.company.CompanyResource;
import supplychain.records.company.VisibilityResource;
import supplychain.records.farmer.FarmerResource;
import supplychain.records.farmer.PlotResource;
import supplychain.records.form.FormResource;
import supplychain.records.form.SubmissionResource;
import supplychain.records.transaction.TransactionResources;
import supplychain.validation.Kind;
import supplychain.validation.Kinds;

/** The query parameters of the lists: those that their resources can be narrowed by. */
final class ListParameters {
  private static final Map<String, Resource> LISTS =
      Map.ofEntries(
          entry("/accounts/users/", UserResource.USERS),
          entry("/auth/tokens/", TokenResource.TOKENS),
          entry("/catalogs/connect-cards/", CardResources.CONNECT_CARDS),
          entry("/catalogs/currencies/", CurrencyResource.CURRENCIES),
          entry("/catalogs/premiums/", PremiumResource.PREMIUMS),
          entry("/catalogs/products/", ProductResource.PRODUCTS),
          entry("/forms/forms/", FormResource.FORMS),
          entry("/forms/submissions/", SubmissionResource.SUBMISSIONS),
          entry("/supply-chains/companies/", CompanyResource.COMPANIES),
          entry("/supply-chains/company-members/", MemberResource.COMPANY_MEMBERS),
          entry("/supply-chains/company-products/", CompanyProductResource.COMPANY_PRODUCTS),
          entry("/supply-chains/entity-cards/", CardResources.ENTITY_CARDS),
          entry("/supply-chains/farmers/", FarmerResource.FARMERS),
          entry("/supply-chains/field-visibilities/", VisibilityResource.FIELD_VISIBILITIES),
          entry("/transactions/origin-files/", OriginFileResource.ORIGIN_FILES),
          entry("/supply-chains/farmers/{hashid}/plots/", PlotResource.PLOTS),
          entry("/supply-chains/plots/", PlotResource.PLOTS),
          entry("/transactions/product-transactions/", TransactionResources.PRODUCT_TRANSACTIONS),
          entry("/transactions/payment-transactions/", TransactionResources.PAYMENT_TRANSACTIONS));

  private ListParameters() {}

  /** The parameters of the list at this path. */
  static List<ObjectNode> of(String path) {
    Resource resource = LISTS.get(path);
    if (resource == null) {
      throw new IllegalStateException("which resource is the list at " + path + "?");
    }
    return resource.filters().stream().map(ListParameters::parameter).toList();
  }

  private static ObjectNode parameter(Filter<?> filter) {
    ObjectNode parameter =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", filter.name())
            .put("in", "query")
            .put("description", "Only those " + filter.says() + ".");
    ObjectNode schema = parameter.putObject("schema");
    describe(schema, filter.kind());
    return parameter;
  }

  private static void describe(ObjectNode schema, Kind<?> kind) {
    if (kind instanceof Kinds.Choice<?> choice) {
      schema.put("type", "string");
      choice.names().forEach(schema.putArray("enum")::add);
    } else if (kind instanceof Kinds.FilledText text) {
      schema.put("type", "string").put("minLength", 1).put("maxLength", text.max());
    } else if (kind == Kinds.ID) {
      schema.put("type", "string").put("format", "uuid");
    } else if (kind == Kinds.FLAG_TEXT) {
      schema.put("type", "boolean");
    } else if (kind == Kinds.DAY_OR_TIME) {
      schema
          .put("type", "string")
          .putArray("examples")
          .add("2026-11-21")
          .add("2026-11-21T08:00:00Z");
    } else {
      throw new IllegalStateException("the document knows no parameters of this kind");
    }
  }
}
