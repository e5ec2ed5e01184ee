package supplychain.ingest;

import static org.jooq.impl.DSL.currentOffsetDateTime;
import static supplychain.schema.Tables.RECORDED_FILE;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.UUID;
import org.apache.commons.io.output.NullOutputStream;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Tokens;
import supplychain.http.LinesRequest;

/** A file whose records have no key, so that only its bytes tell that it was sent before. */
record RecordedFile(UUID company, byte[] sha256) {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd 'at' HH:mm");

  static RecordedFile of(Caller caller, IngestKind kind, LinesRequest request) {
    MessageDigest digest = Tokens.sha256();
    String sheet = request.table().sheet();
    // A sheet has the same name in capitals.
    String ofSheet = sheet == null ? "" : " " + sheet.strip().toLowerCase(Locale.ROOT);
    String place = kind.path() + " " + request.match() + ofSheet + "\n";
    digest.update(place.getBytes(StandardCharsets.UTF_8));
    try (InputStream in = new DigestInputStream(request.source().get(), digest)) {
      in.transferTo(NullOutputStream.INSTANCE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RecordedFile(caller.companyInKey(), digest.digest());
  }

  /** Refuses a file that was recorded since then. */
  void refuseRepeat(DSLContext sql, OffsetDateTime since) {
    sql.selectFrom(RECORDED_FILE)
        .where(RECORDED_FILE.COMPANY.eq(company), RECORDED_FILE.SHA256.eq(sha256))
        .and(RECORDED_FILE.CREATED_ON.ge(since))
        .fetchOptional()
        .ifPresent(RecordedFile::refuse);
  }

  private static void refuse(Record first) {
    DateTimeFormatter here = MINUTE.withZone(ZoneId.systemDefault());
    String day = here.format(first.get(RECORDED_FILE.CREATED_ON));
    int count = first.get(RECORDED_FILE.LINES);
    String lines = count == 1 ? "1 line" : count + " lines";
    throw new Problem(
        ProblemType.ALREADY_RECORDED,
        ("This file was recorded on %s, with %s, by the request %s. To record all of it once more,"
                + " choose again=true.")
            .formatted(day, lines, first.get(RECORDED_FILE.REQUEST)));
  }

  /** Notes that it is recorded, by this request. */
  void note(DSLContext sql, String request, int lines) {
    sql.insertInto(RECORDED_FILE)
        .columns(
            RECORDED_FILE.COMPANY, RECORDED_FILE.SHA256, RECORDED_FILE.LINES, RECORDED_FILE.REQUEST)
        .values(company, sha256, lines, request)
        .onConflict(RECORDED_FILE.COMPANY, RECORDED_FILE.SHA256)
        .doUpdate()
        .setAllToExcluded()
        .set(RECORDED_FILE.CREATED_ON, currentOffsetDateTime())
        .execute();
  }
}
