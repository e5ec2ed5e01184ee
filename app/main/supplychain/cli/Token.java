package supplychain.cli;

import picocli.CommandLine.Command;

/** The commands on tokens. */
@Command(name = "token", description = "Make, list and revoke tokens.")
final class Token {}
