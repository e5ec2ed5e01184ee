package supplychain.core;

/**
 * A mistake in a body.
 *
 * @param pointer the JSON Pointer to its place (RFC 6901); {@code ""} is the whole body
 * @param code the mistake for programs: {@code required}, {@code too_long}, {@code does_not_exist}
 *     …
 * @param detail the mistake for people
 */
public record Finding(String pointer, String code, String detail) {}
