package supplychain.http;

/** The version of the service. */
public final class ServiceVersion {
  private ServiceVersion() {}

  /** The version of the jar. */
  public static String ofJar() {
    String version = ServiceVersion.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }
}
