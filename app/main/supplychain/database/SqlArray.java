package supplychain.database;

/**
 * An array as a parameter of a query.
 *
 * @param type the PostgreSQL type of its elements, such as {@code uuid}
 */
record SqlArray(String type, Object... values) {}
