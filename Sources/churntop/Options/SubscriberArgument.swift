import ArgumentParser

/// The subscriber that a command is about.
struct SubscriberArgument: ParsableArguments {
  /// What somebody calls the subscriber; the ledger resolves it.
  @Argument(
    help: ArgumentHelp(
      "An id, transaction, order, purchase token (8 characters or more of it), account or mail.",
      valueName: "id"))
  var id: String
}
