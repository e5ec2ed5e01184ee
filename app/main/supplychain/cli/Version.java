package supplychain.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import supplychain.http.ServiceVersion;

/** Shows the version of the jar and of the Java that runs it. */
@Command(name = "version", description = "Show the version.")
final class Version implements Callable<Integer>, IVersionProvider {
  @Spec CommandSpec command;

  @Override
  public String[] getVersion() {
    return new String[] {
      "supply-chain %s, Java %s".formatted(ServiceVersion.ofJar(), Runtime.version())
    };
  }

  @Override
  public Integer call() {
    command.commandLine().getOut().println(getVersion()[0]);
    return ExitCode.OK;
  }
}
