package supplychain.http;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/** The version of a document: a hash of its bytes, with its conditions (RFC 9110, 8.8 and 13). */
public final class EntityTag {
  private static final Pattern COMMA = Pattern.compile(",");

  /** A browser that opens a document by itself must run no script and load nothing. */
  private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

  private EntityTag() {}

  /**
   * The strong tag of a document: its length and two checksums. A cryptographic hash would take a
   * third of the time that Java has for the request, and nobody gains by a forged version.
   */
  public static String of(byte[] document) {
    String length = Integer.toHexString(document.length);
    return '"' + length + '-' + sum(new CRC32C(), document) + sum(new CRC32(), document) + '"';
  }

  private static String sum(Checksum checksum, byte[] document) {
    checksum.update(document);
    return HexFormat.of().toHexDigits(checksum.getValue(), 8);
  }

  /** Whether the request names versions of the record. */
  public static boolean isConditional(Context ctx) {
    return ctx.header(Header.IF_MATCH) != null || ctx.header(Header.IF_NONE_MATCH) != null;
  }

  /** 412 unless a request can change this version: If-Match names it, If-None-Match does not. */
  public static void requireConditions(Context ctx, byte[] document) {
    String tag = of(document);
    requireMatch(ctx, tag);
    if (names(ctx, Header.IF_NONE_MATCH, tag)) {
      throw failed("The record still has the version in `If-None-Match`.", tag);
    }
  }

  private static void requireMatch(Context ctx, String tag) {
    if (ctx.header(Header.IF_MATCH) != null && !names(ctx, Header.IF_MATCH, tag)) {
      throw failed(
          "Somebody changed the record after you read it. Read it again; `ETag` has"
              + " its current version.",
          tag);
    }
  }

  private static Problem failed(String detail, String tag) {
    return new Problem(ProblemType.PRECONDITION_FAILED, detail).header(Header.ETAG, tag);
  }

  /** Answers with the document and its tag. */
  public static void send(Context ctx, Answer document) {
    document.send(ctx);
    tag(ctx, of(document.body()));
  }

  /**
   * Answers with the document and its tag; 304 if the client has this version already, 412 if it
   * asks for another version.
   */
  public static void sendUnlessKnown(Context ctx, byte[] document) {
    sendUnlessKnown(ctx, ContentType.JSON, document);
  }

  /** Sends a document of another type than JSON, or 304 if the client has it. */
  public static void sendUnlessKnown(Context ctx, String mediaType, byte[] document) {
    String tag = of(document);
    requireMatch(ctx, tag);
    if (names(ctx, Header.IF_NONE_MATCH, tag)) {
      tag(ctx, tag);
      // A cache takes these headers for those of the document. Jetty would write the length of the
      // empty answer, and Javalin text/plain.
      ctx.status(304).res().setContentType(null);
      ctx.res().setContentLength(document.length + Answer.end(mediaType).length);
    } else {
      Answer.send(ctx, 200, mediaType, document);
      tag(ctx, tag);
    }
  }

  /**
   * Sends a document that a browser opens by itself, or 304 if the client has it. The file names
   * the document if somebody saves it.
   */
  public static void sendToOpen(Context ctx, String file, String mediaType, byte[] document) {
    ctx.header("Content-Disposition", "inline; filename=\"" + file + "\"");
    ctx.header("Content-Security-Policy", POLICY);
    sendUnlessKnown(ctx, mediaType, document);
  }

  private static void tag(Context ctx, String tag) {
    ctx.header(Header.ETAG, tag).header(Header.CACHE_CONTROL, "private, no-cache");
  }

  /** Whether a header, which can be on several lines, names a tag. Only If-Match must be strong. */
  private static boolean names(Context ctx, String header, String tag) {
    String all = String.join(",", Collections.list(ctx.req().getHeaders(header)));
    String weak = header.equals(Header.IF_MATCH) ? tag : "W/" + tag;
    return all.trim().equals("*")
        || COMMA.splitAsStream(all).map(String::strip).anyMatch(List.of(tag, weak)::contains);
  }
}
