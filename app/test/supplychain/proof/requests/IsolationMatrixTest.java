package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import supplychain.Installation;
import supplychain.Records;
import supplychain.World;
import supplychain.database.Ids;
import supplychain.http.Role;

/**
 * Every operation by everyone, on what is a company's own, another's, nobody's and no id at all.
 */
class IsolationMatrixTest {
  /**
   * Which status each caller gets: a REPORTER, MEMBER, ADMIN of the company; the same of another
   * company; an OPERATOR; and nobody: without a token, with one that is unknown, revoked, expired.
   *
   * <p>The request is about the company's own records or about the other's; or about the own ones
   * with another id in the path, or in one of the references of the body, each in turn.
   */
  private static final String EXPECTED =
      """
      ENTER                       own                  200 200 200  200 200 200  200  200
      DOCS                        own                  200 200 200  200 200 200  200  200
      DOCS_FILE                   own                  200 200 200  200 200 200  200  200
      PROBLEM                     own                  200 200 200  200 200 200  200  200
      SERVICE                     own                  200 200 200  200 200 200  200  200
      OPEN_API                    own                  200 200 200  200 200 200  200  200
      LIVE                        own                  200 200 200  200 200 200  200  200
      READY                       own                  200 200 200  200 200 200  200  200
      FOLLOW_CHANGES              own                  200 200 200  200 200 200  200  401
      READ_COMPANY                own                  200 200 200  404 404 404  200  401
      READ_COMPANY                other's              404 404 404  200 200 200  200  401
      READ_COMPANY                path:absent          404 404 404  404 404 404  404  401
      READ_COMPANY                path:malformed       404 404 404  404 404 404  404  401
      LIST_FARMERS                own                  200 200 200  200 200 200  200  401
      CREATE_FARMER               own                  403 201 201  403 400 400  201  401
      CREATE_FARMER               other's              403 400 400  403 201 201  201  401
      CREATE_FARMER               reference:other's    403 400 400  403 400 400  -    401
      CREATE_FARMER               reference:absent     403 400 400  403 400 400  400  401
      CREATE_FARMER               reference:malformed  403 400 400  403 400 400  400  401
      READ_FARMER                 own                  200 200 200  404 404 404  200  401
      READ_FARMER                 other's              404 404 404  200 200 200  200  401
      READ_FARMER                 path:absent          404 404 404  404 404 404  404  401
      READ_FARMER                 path:malformed       404 404 404  404 404 404  404  401
      UPDATE_FARMER               own                  403 200 200  403 404 404  200  401
      UPDATE_FARMER               other's              403 404 404  403 200 200  200  401
      UPDATE_FARMER               path:absent          403 404 404  403 404 404  404  401
      UPDATE_FARMER               path:malformed       403 404 404  403 404 404  404  401
      UPDATE_FARMER               reference:other's    403 400 400  403 404 404  -    401
      UPDATE_FARMER/buyer         reference:other's    403 403 403  403 404 404  -    401
      UPDATE_FARMER               reference:absent     403 400 400  403 404 404  400  401
      UPDATE_FARMER/buyer         reference:absent     403 403 403  403 404 404  400  401
      UPDATE_FARMER               reference:malformed  403 400 400  403 404 404  400  401
      LIST_PLOTS                  own                  200 200 200  200 200 200  200  401
      READ_PLOT                   own                  200 200 200  404 404 404  200  401
      READ_PLOT                   other's              404 404 404  200 200 200  200  401
      READ_PLOT                   path:absent          404 404 404  404 404 404  404  401
      READ_PLOT                   path:malformed       404 404 404  404 404 404  404  401
      CREATE_PLOT                 own                  403 201 201  403 400 400  201  401
      CREATE_PLOT                 other's              403 400 400  403 201 201  201  401
      CREATE_PLOT                 reference:other's    403 400 400  403 201 201  -    401
      CREATE_PLOT                 reference:absent     403 400 400  403 400 400  400  401
      CREATE_PLOT                 reference:malformed  403 400 400  403 400 400  400  401
      UPDATE_PLOT                 own                  403 200 200  403 404 404  200  401
      UPDATE_PLOT                 other's              403 404 404  403 200 200  200  401
      UPDATE_PLOT                 path:absent          403 404 404  403 404 404  404  401
      UPDATE_PLOT                 path:malformed       403 404 404  403 404 404  404  401
      UPDATE_PLOT                 reference:other's    403 400 400  403 404 404  400  401
      UPDATE_PLOT                 reference:absent     403 400 400  403 404 404  400  401
      UPDATE_PLOT                 reference:malformed  403 400 400  403 404 404  400  401
      LIST_PLOTS_OF_FARMER        own                  200 200 200  404 404 404  200  401
      LIST_PLOTS_OF_FARMER        other's              404 404 404  200 200 200  200  401
      LIST_PLOTS_OF_FARMER        path:absent          404 404 404  404 404 404  404  401
      LIST_PLOTS_OF_FARMER        path:malformed       404 404 404  404 404 404  404  401
      CREATE_PLOT_OF_FARMER       own                  403 201 201  403 404 404  201  401
      CREATE_PLOT_OF_FARMER       other's              403 404 404  403 201 201  201  401
      CREATE_PLOT_OF_FARMER       path:absent          403 404 404  403 404 404  404  401
      CREATE_PLOT_OF_FARMER       path:malformed       403 404 404  403 404 404  404  401
      LIST_ENTITY_CARDS           own                  200 200 200  200 200 200  200  401
      READ_ENTITY_CARD            own                  200 200 200  404 404 404  200  401
      READ_ENTITY_CARD            other's              404 404 404  200 200 200  200  401
      READ_ENTITY_CARD            path:absent          404 404 404  404 404 404  404  401
      READ_ENTITY_CARD            path:malformed       404 404 404  404 404 404  404  401
      CREATE_ENTITY_CARD          own                  403 201 201  403 400 400  201  401
      CREATE_ENTITY_CARD          other's              403 400 400  403 201 201  201  401
      CREATE_ENTITY_CARD          reference:other's    403 400 400  403 400 400  -    401
      CREATE_ENTITY_CARD          reference:absent     403 400 400  403 400 400  400  401
      CREATE_ENTITY_CARD          reference:malformed  403 400 400  403 400 400  400  401
      UPDATE_ENTITY_CARD          own                  403 200 200  403 404 404  200  401
      UPDATE_ENTITY_CARD          other's              403 404 404  403 200 200  200  401
      UPDATE_ENTITY_CARD          path:absent          403 404 404  403 404 404  404  401
      UPDATE_ENTITY_CARD          path:malformed       403 404 404  403 404 404  404  401
      UPDATE_ENTITY_CARD          reference:other's    403 400 400  403 404 404  400  401
      UPDATE_ENTITY_CARD          reference:absent     403 400 400  403 404 404  400  401
      UPDATE_ENTITY_CARD          reference:malformed  403 400 400  403 404 404  400  401
      LIST_CONNECT_CARDS          own                  200 200 200  200 200 200  200  401
      READ_CONNECT_CARD           own                  200 200 200  404 404 404  200  401
      READ_CONNECT_CARD           other's              404 404 404  200 200 200  200  401
      READ_CONNECT_CARD           path:absent          404 404 404  404 404 404  404  401
      READ_CONNECT_CARD           path:malformed       404 404 404  404 404 404  404  401
      CREATE_CONNECT_CARD         own                  403 201 201  403 400 400  201  401
      CREATE_CONNECT_CARD         other's              403 400 400  403 201 201  201  401
      CREATE_CONNECT_CARD         reference:other's    403 400 400  403 201 201  -    401
      CREATE_CONNECT_CARD         reference:absent     403 400 400  403 400 400  400  401
      CREATE_CONNECT_CARD         reference:malformed  403 400 400  403 400 400  400  401
      UPDATE_CONNECT_CARD         own                  403 200 200  403 404 404  200  401
      UPDATE_CONNECT_CARD         other's              403 404 404  403 200 200  200  401
      UPDATE_CONNECT_CARD         path:absent          403 404 404  403 404 404  404  401
      UPDATE_CONNECT_CARD         path:malformed       403 404 404  403 404 404  404  401
      UPDATE_CONNECT_CARD         reference:other's    403 400 400  403 404 404  400  401
      UPDATE_CONNECT_CARD         reference:absent     403 400 400  403 404 404  400  401
      UPDATE_CONNECT_CARD         reference:malformed  403 400 400  403 404 404  400  401
      LIST_PRODUCTS               own                  200 200 200  200 200 200  200  401
      READ_PRODUCT                own                  200 200 200  200 200 200  200  401
      READ_PRODUCT                other's              200 200 200  200 200 200  200  401
      READ_PRODUCT                path:absent          404 404 404  404 404 404  404  401
      READ_PRODUCT                path:malformed       404 404 404  404 404 404  404  401
      CREATE_PRODUCT              own                  403 403 201  403 403 201  201  401
      UPDATE_PRODUCT              own                  403 403 403  403 403 403  200  401
      UPDATE_PRODUCT              other's              403 403 403  403 403 403  200  401
      UPDATE_PRODUCT              path:absent          403 403 403  403 403 403  404  401
      UPDATE_PRODUCT              path:malformed       403 403 403  403 403 403  404  401
      LIST_PREMIUMS               own                  200 200 200  200 200 200  200  401
      READ_PREMIUM                own                  200 200 200  404 404 404  200  401
      READ_PREMIUM                other's              404 404 404  200 200 200  200  401
      READ_PREMIUM                path:absent          404 404 404  404 404 404  404  401
      READ_PREMIUM                path:malformed       404 404 404  404 404 404  404  401
      CREATE_PREMIUM              own                  403 403 201  403 403 400  201  401
      CREATE_PREMIUM              other's              403 403 400  403 403 201  201  401
      CREATE_PREMIUM              reference:other's    403 403 400  403 403 201  -    401
      CREATE_PREMIUM              reference:absent     403 403 400  403 403 400  400  401
      CREATE_PREMIUM              reference:malformed  403 403 400  403 403 400  400  401
      UPDATE_PREMIUM              own                  403 403 200  403 403 404  200  401
      UPDATE_PREMIUM              other's              403 403 404  403 403 200  200  401
      UPDATE_PREMIUM              path:absent          403 403 404  403 403 404  404  401
      UPDATE_PREMIUM              path:malformed       403 403 404  403 403 404  404  401
      UPDATE_PREMIUM              reference:other's    403 403 400  403 403 404  400  401
      UPDATE_PREMIUM              reference:absent     403 403 400  403 403 404  400  401
      UPDATE_PREMIUM              reference:malformed  403 403 400  403 403 404  400  401
      LIST_COMPANY_PRODUCTS       own                  200 200 200  200 200 200  200  401
      READ_COMPANY_PRODUCT        own                  200 200 200  404 404 404  200  401
      READ_COMPANY_PRODUCT        other's              404 404 404  200 200 200  200  401
      READ_COMPANY_PRODUCT        path:absent          404 404 404  404 404 404  404  401
      READ_COMPANY_PRODUCT        path:malformed       404 404 404  404 404 404  404  401
      UPDATE_COMPANY_PRODUCT      own                  403 403 200  403 403 404  200  401
      UPDATE_COMPANY_PRODUCT      other's              403 403 404  403 403 200  200  401
      UPDATE_COMPANY_PRODUCT      path:absent          403 403 404  403 403 404  404  401
      UPDATE_COMPANY_PRODUCT      path:malformed       403 403 404  403 403 404  404  401
      UPDATE_COMPANY_PRODUCT      reference:other's    403 403 400  403 403 404  400  401
      UPDATE_COMPANY_PRODUCT      reference:absent     403 403 400  403 403 404  400  401
      UPDATE_COMPANY_PRODUCT      reference:malformed  403 403 400  403 403 404  400  401
      LIST_PRODUCT_TRANSACTIONS   own                  200 200 200  200 200 200  200  401
      READ_PRODUCT_TRANSACTION    own                  200 200 200  404 404 404  200  401
      READ_PRODUCT_TRANSACTION    other's              404 404 404  200 200 200  200  401
      READ_PRODUCT_TRANSACTION    path:absent          404 404 404  404 404 404  404  401
      READ_PRODUCT_TRANSACTION    path:malformed       404 404 404  404 404 404  404  401
      TRACE_PRODUCT_TRANSACTION   own                  200 200 200  404 404 404  200  401
      TRACE_PRODUCT_TRANSACTION   other's              404 404 404  200 200 200  200  401
      TRACE_PRODUCT_TRANSACTION   path:absent          404 404 404  404 404 404  404  401
      TRACE_PRODUCT_TRANSACTION   path:malformed       404 404 404  404 404 404  404  401
      LIST_PAYMENTS               own                  200 200 200  200 200 200  200  401
      READ_PAYMENT                own                  200 200 200  404 404 404  200  401
      READ_PAYMENT                other's              404 404 404  200 200 200  200  401
      READ_PAYMENT                path:absent          404 404 404  404 404 404  404  401
      READ_PAYMENT                path:malformed       404 404 404  404 404 404  404  401
      CREATE_PRODUCT_TRANSACTION  own                  403 201 201  403 400 400  201  401
      CREATE_PRODUCT_TRANSACTION  other's              403 400 400  403 201 201  201  401
      CREATE_PRODUCT_TRANSACTION  reference:other's    403 400 400  403 400 400  -    401
      CREATE_PRODUCT_TRANSACTION  reference:absent     403 400 400  403 400 400  400  401
      CREATE_PRODUCT_TRANSACTION  reference:malformed  403 400 400  403 400 400  400  401
      CREATE_PAYMENT              own                  403 201 201  403 400 400  201  401
      CREATE_PAYMENT              other's              403 400 400  403 201 201  201  401
      CREATE_PAYMENT              reference:other's    403 400 400  403 400 400  -    401
      CREATE_PAYMENT              reference:absent     403 400 400  403 400 400  400  401
      CREATE_PAYMENT              reference:malformed  403 400 400  403 400 400  400  401
      REVERSE_PRODUCT_TRANSACTION own                  403 201 201  403 404 404  201  401
      REVERSE_PRODUCT_TRANSACTION other's              403 404 404  403 201 201  201  401
      REVERSE_PRODUCT_TRANSACTION path:absent          403 404 404  403 404 404  404  401
      REVERSE_PRODUCT_TRANSACTION path:malformed       403 404 404  403 404 404  404  401
      REVERSE_PAYMENT             own                  403 201 201  403 404 404  201  401
      REVERSE_PAYMENT             other's              403 404 404  403 201 201  201  401
      REVERSE_PAYMENT             path:absent          403 404 404  403 404 404  404  401
      REVERSE_PAYMENT             path:malformed       403 404 404  403 404 404  404  401
      CREATE_COMPANY_PRODUCT      own                  403 403 201  403 403 400  201  401
      CREATE_COMPANY_PRODUCT      other's              403 403 400  403 403 201  201  401
      CREATE_COMPANY_PRODUCT      reference:other's    403 403 400  403 403 400  -    401
      CREATE_COMPANY_PRODUCT      reference:absent     403 403 400  403 403 400  400  401
      CREATE_COMPANY_PRODUCT      reference:malformed  403 403 400  403 403 400  400  401
      READ_ORIGINS                own                  200 200 200  404 404 404  200  401
      READ_ORIGINS                other's              404 404 404  200 200 200  200  401
      READ_ORIGINS                path:absent          404 404 404  404 404 404  404  401
      READ_ORIGINS                path:malformed       404 404 404  404 404 404  404  401
      READ_ORIGINS_FILE           own                  200 200 200  404 404 404  200  401
      READ_ORIGINS_FILE           other's              404 404 404  200 200 200  200  401
      READ_ORIGINS_FILE           path:absent          404 404 404  404 404 404  404  401
      READ_ORIGINS_FILE           path:malformed       404 404 404  404 404 404  404  401
      READ_ORIGINS_MAP            own                  200 200 200  404 404 404  200  401
      READ_ORIGINS_MAP            other's              404 404 404  200 200 200  200  401
      READ_ORIGINS_MAP            path:absent          404 404 404  404 404 404  404  401
      READ_ORIGINS_MAP            path:malformed       404 404 404  404 404 404  404  401
      KEEP_ORIGINS                own                  403 201 201  403 404 404  201  401
      KEEP_ORIGINS                other's              403 404 404  403 201 201  201  401
      KEEP_ORIGINS                path:absent          403 404 404  403 404 404  404  401
      KEEP_ORIGINS                path:malformed       403 404 404  403 404 404  404  401
      LIST_ORIGIN_FILES           own                  200 200 200  200 200 200  200  401
      READ_ORIGIN_FILE            own                  200 200 200  404 404 404  200  401
      READ_ORIGIN_FILE            other's              404 404 404  200 200 200  200  401
      READ_ORIGIN_FILE            path:absent          404 404 404  404 404 404  404  401
      READ_ORIGIN_FILE            path:malformed       404 404 404  404 404 404  404  401
      READ_KEPT_ORIGINS           own                  200 200 200  404 404 404  200  401
      READ_KEPT_ORIGINS           other's              404 404 404  200 200 200  200  401
      READ_KEPT_ORIGINS           path:absent          404 404 404  404 404 404  404  401
      READ_KEPT_ORIGINS           path:malformed       404 404 404  404 404 404  404  401
      LIST_COMPANIES              own                  200 200 200  200 200 200  200  401
      CREATE_COMPANY              own                  403 403 403  403 403 403  201  401
      CREATE_COMPANY              other's              403 403 403  403 403 403  201  401
      CREATE_COMPANY              reference:other's    403 403 403  403 403 403  -    401
      CREATE_COMPANY              reference:absent     403 403 403  403 403 403  400  401
      CREATE_COMPANY              reference:malformed  403 403 403  403 403 403  400  401
      UPDATE_COMPANY              own                  403 403 200  403 403 404  200  401
      UPDATE_COMPANY              other's              403 403 404  403 403 200  200  401
      UPDATE_COMPANY              path:absent          403 403 404  403 403 404  404  401
      UPDATE_COMPANY              path:malformed       403 403 404  403 403 404  404  401
      UPDATE_COMPANY              reference:other's    403 403 400  403 403 404  -    401
      UPDATE_COMPANY              reference:absent     403 403 400  403 403 404  400  401
      UPDATE_COMPANY              reference:malformed  403 403 400  403 403 404  400  401
      READ_SHARING                own                  200 200 200  404 404 404  200  401
      READ_SHARING                other's              404 404 404  200 200 200  200  401
      READ_SHARING                path:absent          404 404 404  404 404 404  404  401
      READ_SHARING                path:malformed       404 404 404  404 404 404  404  401
      UPDATE_SHARING              own                  403 403 200  403 403 404  200  401
      UPDATE_SHARING              other's              403 403 404  403 403 200  200  401
      UPDATE_SHARING              path:absent          403 403 404  403 403 404  404  401
      UPDATE_SHARING              path:malformed       403 403 404  403 403 404  404  401
      LIST_MEMBERS                own                  200 200 200  200 200 200  200  401
      READ_MEMBER                 own                  200 200 200  404 404 404  200  401
      READ_MEMBER                 other's              404 404 404  200 200 200  200  401
      READ_MEMBER                 path:absent          404 404 404  404 404 404  404  401
      READ_MEMBER                 path:malformed       404 404 404  404 404 404  404  401
      CREATE_MEMBER               own                  403 403 201  403 403 400  201  401
      CREATE_MEMBER               other's              403 403 400  403 403 201  201  401
      CREATE_MEMBER               reference:other's    403 403 400  403 403 400  -    401
      CREATE_MEMBER               reference:absent     403 403 400  403 403 400  400  401
      CREATE_MEMBER               reference:malformed  403 403 400  403 403 400  400  401
      UPDATE_MEMBER               own                  403 403 200  403 403 404  200  401
      UPDATE_MEMBER               other's              403 403 404  403 403 200  200  401
      UPDATE_MEMBER               path:absent          403 403 404  403 403 404  404  401
      UPDATE_MEMBER               path:malformed       403 403 404  403 403 404  404  401
      UPDATE_MEMBER               reference:other's    403 403 400  403 403 404  -    401
      UPDATE_MEMBER               reference:absent     403 403 400  403 403 404  400  401
      UPDATE_MEMBER               reference:malformed  403 403 400  403 403 404  400  401
      LIST_VISIBILITIES           own                  200 200 200  200 200 200  200  401
      READ_VISIBILITY             own                  200 200 200  404 404 404  200  401
      READ_VISIBILITY             other's              404 404 404  200 200 200  200  401
      READ_VISIBILITY             path:absent          404 404 404  404 404 404  404  401
      READ_VISIBILITY             path:malformed       404 404 404  404 404 404  404  401
      CREATE_VISIBILITY           own                  403 403 201  403 403 400  201  401
      CREATE_VISIBILITY           other's              403 403 400  403 403 201  201  401
      CREATE_VISIBILITY           reference:other's    403 403 400  403 403 201  -    401
      CREATE_VISIBILITY           reference:absent     403 403 400  403 403 400  400  401
      CREATE_VISIBILITY           reference:malformed  403 403 400  403 403 400  400  401
      UPDATE_VISIBILITY           own                  403 403 200  403 403 404  200  401
      UPDATE_VISIBILITY           other's              403 403 404  403 403 200  200  401
      UPDATE_VISIBILITY           path:absent          403 403 404  403 403 404  404  401
      UPDATE_VISIBILITY           path:malformed       403 403 404  403 403 404  404  401
      UPDATE_VISIBILITY           reference:other's    403 403 400  403 403 404  -    401
      UPDATE_VISIBILITY           reference:absent     403 403 400  403 403 404  400  401
      UPDATE_VISIBILITY           reference:malformed  403 403 400  403 403 404  400  401
      LIST_USERS                  own                  200 200 200  200 200 200  200  401
      READ_USER                   own                  404 404 404  404 404 404  200  401
      READ_USER                   other's              404 404 404  404 404 404  200  401
      READ_USER                   path:absent          404 404 404  404 404 404  404  401
      READ_USER                   path:malformed       404 404 404  404 404 404  404  401
      CREATE_USER                 own                  403 403 403  403 403 403  201  401
      UPDATE_USER                 own                  403 403 403  403 403 403  200  401
      UPDATE_USER                 other's              403 403 403  403 403 403  200  401
      UPDATE_USER                 path:absent          403 403 403  403 403 403  404  401
      UPDATE_USER                 path:malformed       403 403 403  403 403 403  404  401
      LIST_TOKENS                 own                  403 403 200  403 403 200  200  401
      READ_TOKEN                  own                  403 403 200  403 403 404  200  401
      READ_TOKEN                  other's              403 403 404  403 403 200  200  401
      READ_TOKEN                  path:absent          403 403 404  403 403 404  404  401
      READ_TOKEN                  path:malformed       403 403 404  403 403 404  404  401
      CREATE_TOKEN                own                  403 403 201  403 403 400  201  401
      CREATE_TOKEN                other's              403 403 400  403 403 201  201  401
      CREATE_TOKEN                reference:other's    403 403 400  403 403 400  -    401
      CREATE_TOKEN                reference:absent     403 403 400  403 403 400  400  401
      CREATE_TOKEN                reference:malformed  403 403 400  403 403 400  400  401
      REVOKE_TOKEN                own                  403 403 204  403 403 404  204  401
      REVOKE_TOKEN                other's              403 403 404  403 403 204  204  401
      REVOKE_TOKEN                path:absent          403 403 404  403 403 404  404  401
      REVOKE_TOKEN                path:malformed       403 403 404  403 403 404  404  401
      LIST_CURRENCIES             own                  200 200 200  200 200 200  200  401
      READ_CURRENCY               own                  200 200 200  200 200 200  200  401
      READ_CURRENCY               other's              200 200 200  200 200 200  200  401
      READ_CURRENCY               path:absent          404 404 404  404 404 404  404  401
      READ_CURRENCY               path:malformed       404 404 404  404 404 404  404  401
      LIST_FORMS                  own                  200 200 200  200 200 200  200  401
      READ_FORM                   own                  200 200 200  404 404 404  200  401
      READ_FORM                   other's              404 404 404  200 200 200  200  401
      READ_FORM                   path:absent          404 404 404  404 404 404  404  401
      READ_FORM                   path:malformed       404 404 404  404 404 404  404  401
      CREATE_FORM                 own                  403 403 201  403 403 400  201  401
      CREATE_FORM                 other's              403 403 400  403 403 201  201  401
      CREATE_FORM                 reference:other's    403 403 400  403 403 400  -    401
      CREATE_FORM                 reference:absent     403 403 400  403 403 400  400  401
      CREATE_FORM                 reference:malformed  403 403 400  403 403 400  400  401
      CREATE_FORM/owner           reference:other's    403 403 400  403 403 201  -    401
      UPDATE_FORM                 own                  403 403 200  403 403 404  200  401
      UPDATE_FORM                 other's              403 403 404  403 403 200  200  401
      UPDATE_FORM                 path:absent          403 403 404  403 403 404  404  401
      UPDATE_FORM                 path:malformed       403 403 404  403 403 404  404  401
      UPDATE_FORM                 reference:other's    403 403 400  403 403 404  -    401
      UPDATE_FORM                 reference:absent     403 403 400  403 403 404  400  401
      UPDATE_FORM                 reference:malformed  403 403 400  403 403 404  400  401
      LIST_SUBMISSIONS            own                  200 200 200  200 200 200  200  401
      READ_SUBMISSION             own                  200 200 200  404 404 404  200  401
      READ_SUBMISSION             other's              404 404 404  200 200 200  200  401
      READ_SUBMISSION             path:absent          404 404 404  404 404 404  404  401
      READ_SUBMISSION             path:malformed       404 404 404  404 404 404  404  401
      CREATE_SUBMISSION           own                  403 201 201  403 400 400  201  401
      CREATE_SUBMISSION           other's              403 400 400  403 201 201  201  401
      CREATE_SUBMISSION           reference:other's    403 400 400  403 400 400  -    401
      CREATE_SUBMISSION           reference:absent     403 400 400  403 400 400  400  401
      CREATE_SUBMISSION           reference:malformed  403 400 400  403 400 400  400  401
      UPDATE_SUBMISSION           own                  403 200 200  403 404 404  200  401
      UPDATE_SUBMISSION           other's              403 404 404  403 200 200  200  401
      UPDATE_SUBMISSION           path:absent          403 404 404  403 404 404  404  401
      UPDATE_SUBMISSION           path:malformed       403 404 404  403 404 404  404  401
      UPDATE_SUBMISSION           reference:other's    403 400 400  403 404 404  -    401
      UPDATE_SUBMISSION           reference:absent     403 400 400  403 404 404  400  401
      UPDATE_SUBMISSION           reference:malformed  403 400 400  403 404 404  400  401
      """;

  /** Where nothing is asserted: an OPERATOR may mix what is not its own in more than one way. */
  private static final String ANY = "-";

  private static final String MALFORMED = "no-id";
  private static final List<Role> ROLES = List.of(Role.REPORTER, Role.MEMBER, Role.ADMIN);

  private static EveryRecord own;
  private static EveryRecord other;
  private static List<List<String>> tokensOfColumns;
  private static Line line;

  @BeforeAll
  static void makeTwoCompanies() {
    World world = new World();
    own = new EveryRecord(world.product("Cherry"));
    other = new EveryRecord(own.records().get("product"));
    tokensOfColumns = new ArrayList<>();
    ROLES.forEach(role -> tokensOfColumns.add(List.of(own.token(role))));
    ROLES.forEach(role -> tokensOfColumns.add(List.of(other.token(role))));
    tokensOfColumns.add(List.of(own.token(Role.OPERATOR)));
    tokensOfColumns.add(Arrays.asList(null, "sct_unknown", own.revokedToken(), own.expiredToken()));
    line = new Line(Installation.shared().origin());
  }

  @AfterAll
  static void hangUp() {
    line.close();
  }

  @Test
  void everyRouteIsInTheMatrix() {
    Map<String, Optional<Operation>> routes = Operation.ofRoutes();
    assertEquals(
        Set.of(),
        routes.keySet().stream()
            .filter(route -> routes.get(route).isEmpty())
            .collect(Collectors.toSet()),
        "routes without an Operation");
    assertEquals(Operation.values().length, routes.size(), "operations without a route");
    for (Operation operation : Operation.values()) {
      assertEquals(whats(operation), expected(operation.name()).keySet(), operation.name());
    }
  }

  private static Set<String> whats(Operation operation) {
    Set<String> whats = new HashSet<>(Set.of("own"));
    if (operation.hasId()) {
      whats.addAll(Set.of("other's", "path:absent", "path:malformed"));
    }
    if (!Operation.references(operation.body(own)).isEmpty()) {
      whats.addAll(Set.of("other's", "reference:other's"));
      whats.addAll(Set.of("reference:absent", "reference:malformed"));
    }
    return whats;
  }

  /** The columns by what is asked, of an operation or of one of its references. */
  private static Map<String, List<String>> expected(String name) {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    for (String row : EXPECTED.split("\n", -1)) {
      List<String> cells = List.of(row.split(" +", -1));
      if (cells.get(0).equals(name)) {
        columns.put(cells.get(1), cells.subList(2, cells.size()));
      }
    }
    return columns;
  }

  private static List<String> expected(Operation operation, String pointer, String what) {
    List<String> whole = expected(operation.name()).get(what);
    return expected(operation + pointer).getOrDefault(what, whole);
  }

  @Test
  void noListShowsAnybodyWhatIsOthers() {
    Set<String> catalogue = Set.of("product", "currency");
    for (Operation list : Operation.values()) {
      if (list.method.equals("GET") && !list.hasId()) {
        String told = line.ask(list.request(list.route, other.token(Role.ADMIN), "")).text();
        own.records().entrySet().stream()
            .filter(record -> !catalogue.contains(record.getKey()))
            .forEach(
                record ->
                    assertFalse(
                        told.contains(record.getValue().toString()), list + " " + record.getKey()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyoneMayWhatTheyMayAndWritesNothingElse(Operation operation) {
    List<String> mistakes = new ArrayList<>();
    for (int column = 0; column < tokensOfColumns.size(); column++) {
      for (String token : tokensOfColumns.get(column)) {
        mistakes.addAll(mistakes(operation, column, token));
      }
    }
    assertEquals(List.of(), mistakes);
  }

  private static List<String> mistakes(Operation operation, int column, String token) {
    List<String> mistakes = new ArrayList<>();
    for (String what : whats(operation)) {
      Map<String, String> requests = requests(operation, what, token);
      String before = Records.lastWrite();
      boolean mayWrite = false;
      for (Map.Entry<String, String> request : requests.entrySet()) {
        String status = expected(operation, request.getKey(), what).get(column);
        if (status.equals(ANY)) {
          continue;
        }
        mayWrite |= status.startsWith("2");
        int actual = line.ask(request.getValue()).status();
        if (actual != Integer.parseInt(status)) {
          String place = operation + request.getKey() + " " + what + " column " + column;
          mistakes.add(place + ": " + actual + " instead of " + status);
        }
      }
      if (!mayWrite && !before.equals(Records.lastWrite())) {
        mistakes.add(operation + " " + what + " column " + column + ": it wrote something");
      }
    }
    return mistakes;
  }

  /** The requests, each under the pointer to the reference that is another one; "" for none. */
  private static Map<String, String> requests(Operation operation, String what, String token) {
    EveryRecord about = what.equals("other's") ? other : own;
    if (!what.contains(":")) {
      about.renew();
    }
    String path = operation.path(about);
    JsonNode body = operation.body(about);
    return switch (what) {
      case "own", "other's" -> Map.of("", operation.request(path, token, body.toString()));
      case "path:absent" ->
          Map.of("", operation.request(operation.path("" + Ids.next()), token, body.toString()));
      case "path:malformed" ->
          Map.of("", operation.request(operation.path(MALFORMED), token, body.toString()));
      default -> {
        Map<String, String> requests = new LinkedHashMap<>();
        for (String pointer : Operation.references(body)) {
          otherwise(body.at(pointer).asText(), pointer, what)
              .map(id -> Trees.with(body, pointer, TextNode.valueOf(id)).toString())
              .ifPresent(sent -> requests.put(pointer, operation.request(path, token, sent)));
        }
        yield requests;
      }
    };
  }

  /** What stands in place of a reference; nothing for what is everybody's, such as a product. */
  private static Optional<String> otherwise(String id, String pointer, String what) {
    return switch (what) {
      case "reference:absent" -> Optional.of("" + Ids.next());
      case "reference:malformed" -> Optional.of(MALFORMED);
      default -> {
        String name =
            own.records().entrySet().stream()
                .filter(record -> record.getValue().toString().equals(id))
                .findFirst()
                .orElseThrow()
                .getKey();
        boolean isParty = name.equals("company") && pointer.matches(".*/(source|destination)");
        String twin = other.records().get(name).toString();
        yield isParty || twin.equals(id) ? Optional.empty() : Optional.of(twin);
      }
    };
  }
}
