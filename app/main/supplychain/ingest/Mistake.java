package supplychain.ingest;

/**
 * One mistake in a file.
 *
 * @param pointer where it is, a JSON Pointer into the file (RFC 6901)
 * @param line the line on which the record begins that has it
 * @param code what it is, for programs, as in the findings of a request
 * @param detail what it is, for people
 */
public record Mistake(String pointer, long line, String code, String detail) {
  @Override
  public String toString() {
    return "line %d, %s: %s (%s)".formatted(line, pointer.isEmpty() ? "/" : pointer, detail, code);
  }
}
