import ArgumentParser

/// The argument for the subscriber of a command.
struct SubscriberArgument: ParsableArguments {
  /// Any identifier of the subscriber; the ledger resolves it.
  @Argument(
    help: ArgumentHelp(
      """
      An id, transaction, order, purchase token (8 characters or more of it), account, mail or the \
      user's whole name.
      """,
      valueName: "id"),
    completion: LedgerCompletion.subscribers)
  var id: String
}
