package supplychain.backup;

/** A backup that cannot be taken or restored; the message tells a person why and what to do. */
public final class BackupException extends RuntimeException {
  BackupException(String message) {
    super(message);
  }

  /** A part of a backup is not as the service wrote it. */
  static BackupException damaged(String entry) {
    return new BackupException(
        "The backup is damaged, in " + entry + ": it cannot be restored; take an earlier one.");
  }
}
