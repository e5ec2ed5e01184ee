package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import supplychain.core.Finding;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.Author;
import supplychain.http.Answer;
import supplychain.http.Authentication;
import supplychain.http.Idempotency;
import supplychain.http.LinesRequest;
import supplychain.http.Preferences;
import supplychain.ingest.Outcome.Result;
import supplychain.validation.Findings;

/** Records many records over HTTP, and answers with the outcome of each. */
public record Bulks(Idempotency idempotency) {
  /** Answers many records of a kind, which may depend on the path. */
  public Handler record(Function<Context, IngestKind> kindOf) {
    return ctx -> {
      IngestKind kind = kindOf.apply(ctx);
      LinesRequest request = LinesRequest.read(ctx, kind.matches());
      Author author = Authentication.author(ctx);
      idempotency
          .once(
              ctx,
              request,
              (sql, keeper) -> {
                OutcomeLines lines = new OutcomeLines();
                Importer importer = new Importer(sql, keeper.caller(), kind, request);
                importer.record(author.request(), keeper.oldest(), lines::add);
                lines.sumUp(Preferences.isDryRun(ctx), importer.table());
                return keeper.keep(sql, Answer.lines(lines.text.toByteArray()));
              })
          .send(ctx);
    };
  }

  private static final class OutcomeLines {
    private static final int CREATED = 201;
    private static final int OK = 200;

    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final Map<Result, Integer> counts = new EnumMap<>(Result.class);
    private int records;
    private int findings;

    /**
     * Adds a line. A refused record always names its first mistake; the answer names {@value
     * Findings#MOST} at most, apart from these.
     */
    void add(Outcome outcome) {
      records++;
      counts.merge(outcome.result(), 1, Integer::sum);
      if (records > LinesRequest.MOST_RECORDS) {
        throw new Problem(
            ProblemType.BODY_TOO_LARGE,
            "A body can have at most " + LinesRequest.MOST_RECORDS + " records.");
      }
      ObjectNode line = Json.MAPPER.createObjectNode();
      line.put("line", outcome.line());
      line.put("result", outcome.result().title());
      if (outcome.isRefused()) {
        int left = Math.max(1, Findings.MOST - findings);
        List<Finding> named = outcome.findings().stream().limit(left).toList();
        findings += named.size();
        line.put("status", outcome.refusal().status());
        line.set("errors", Json.MAPPER.valueToTree(named));
      } else {
        line.put("status", outcome.result() == Result.NEW ? CREATED : OK);
        outcome.warnings().forEach(one -> line.withArray("/warnings").add(one.json()));
      }
      if (outcome.id() != null) {
        line.put("id", outcome.id().toString());
      }
      write(line);
    }

    /** The last line: the numbers of records, how a table was understood, and a dry run. */
    void sumUp(boolean isDryRun, Optional<TableSummary> table) {
      ObjectNode summary = Json.MAPPER.createObjectNode();
      for (Result result : Result.values()) {
        summary.put(result.title(), counts.getOrDefault(result, 0));
      }
      table.ifPresent(one -> one.addTo(summary));
      if (isDryRun) {
        summary.put("dry_run", true);
      }
      write(Json.MAPPER.createObjectNode().set("summary", summary));
    }

    private void write(JsonNode line) {
      text.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }
}
