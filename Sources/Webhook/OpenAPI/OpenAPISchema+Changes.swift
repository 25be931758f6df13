import SubscriptionCore

extension OpenAPISchema {
  /// The shape of a page of changes.
  static var changesAnswer: JSON {
    object([
      ("changes", list(change)), ("cursor", text), ("more", flag),
    ])
  }

  private static var change: JSON {
    object([
      ("id", text),
      ("type", oneOf(SubscriptionChange.Kind.allCases.map(SubscriptionChange.type(of:)))),
      ("timestamp", time), ("data", data),
    ])
  }

  private static var data: JSON {
    object([
      ("subscription", text), ("account", orNull(text)), ("store", store),
      ("environment", oneOf(StoreEnvironment.allCases.map(\.rawValue))), ("app", orNull(text)),
      ("product", orNull(text)), ("state", state), ("access", flag),
      ("accessUntil", orNull(time)), ("failedAt", orNull(time)), ("graceEnds", orNull(time)),
      ("retryEnds", orNull(time)), ("resumesAt", orNull(time)),
      ("cause", ["enum": .array(ChurnCause.allCases.map { .string($0.rawValue) } + [.null])]),
      ("reason", ["enum": .array(EndReason.allCases.map { .string($0.rawValue) } + [.null])]),
      (
        "step",
        ["enum": .array(PromptStep.allCases.map { .integer(Int64($0.rawValue)) } + [.null])]
      ),
      (
        "message", ["enum": .array(PromptMessage.allCases.map { .string($0.rawValue) } + [.null])]
      ),
      ("deepLink", orNull(["type": "string", "format": "uri"])),
      ("recordedAt", time), ("backfill", flag),
    ])
  }
}
