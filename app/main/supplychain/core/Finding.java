package supplychain.core;

/**
 * One mistake in a body.
 *
 * @param pointer where it is, a JSON Pointer (RFC 6901); {@code ""} is the whole body
 * @param code what it is, for programs: {@code required}, {@code too_long}, {@code does_not_exist}
 *     …
 * @param detail what it is, for people
 */
public record Finding(String pointer, String code, String detail) {}
