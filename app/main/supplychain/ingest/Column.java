package supplychain.ingest;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.List;
import java.util.Set;
import supplychain.validation.DecimalSign;

/**
 * A column of a table.
 *
 * @param title its name as the user wrote it; empty if it has none
 * @param place where its values are in a document; null if it is ignored
 * @param signs the decimal signs of those of its numbers that can have only one
 * @param renames if it has ids of records: the columns that have their names
 * @param hold which kinds of values it has: true for ids, false for others
 */
record Column(
    String title,
    JsonPointer place,
    CellType cell,
    Set<DecimalSign> signs,
    List<String> renames,
    Set<Boolean> hold) {}
