package supplychain.core;

/** The release of this jar. */
public final class Release {
  private Release() {}

  /** The version of the jar. */
  public static String version() {
    String version = Release.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }
}
