import SubscriptionCore

/// The shapes of bodies, as JSON schemas (2020-12).
enum OpenAPISchema: String, CaseIterable {
  case delivery, problem, signedNotification, pushedNotification, prompts, shownRequest, shown
  case access, changes, readiness

  /// The name in the description.
  var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// A reference to the shape.
  var reference: JSON { ["$ref": .string("#/components/schemas/" + name)] }

  /// An identifier of 1 to 256 characters without control characters.
  static let identifier: JSON = [
    "type": "string", "minLength": 1, "maxLength": .integer(Int64(WebQuery.nameMax)),
    "pattern": .string(#"^[^\u0000-\u001f\u007f-\u009f]+$"#),
  ]

  /// The shape of a route's request body.
  static func body(of route: WebRoute) -> OpenAPISchema? {
    switch route {
    case .appStoreNotification: .signedNotification
    case .googlePlayNotification: .pushedNotification
    case .promptShown: .shownRequest
    case .prompts, .access, .changes, .health, .ready, .metrics, .description: nil
    }
  }

  /// The type and the shape of an answer.
  static func answer(of route: WebRoute, status: Int) -> (contentType: String, json: JSON) {
    guard status == 200 else { return ("application/problem+json", problem.reference) }
    switch route {
    case .appStoreNotification, .googlePlayNotification:
      return ("application/json", delivery.reference)
    case .prompts: return ("application/json", prompts.reference)
    case .promptShown: return ("application/json", shown.reference)
    case .access: return ("application/json", access.reference)
    case .changes: return ("application/json", changes.reference)
    case .ready: return ("application/json", readiness.reference)
    case .description: return ("application/json", ["type": "object"])
    case .health: return ("text/plain", ["type": "string"])
    case .metrics: return ("text/plain", ["type": "string"])
    }
  }

  /// The shape itself.
  var json: JSON {
    switch self {
    case .delivery:
      Self.object([("outcome", Self.oneOf(accepted))])
    case .problem:
      Self.object([
        ("type", ["type": "string", "format": "uri"]), ("title", Self.text),
        ("status", ["type": "integer"]), ("detail", Self.text), ("requestId", Self.text),
      ])
    case .signedNotification:
      Self.object([("signedPayload", Self.compactJWS)], isOpen: true)
    case .pushedNotification:
      Self.object(
        [("message", Self.object([("data", Self.base64)], isOpen: true))], isOpen: true)
    case .prompts: Self.promptsAnswer
    case .shownRequest: Self.shownBody
    case .shown:
      Self.object([
        (
          "shown",
          Self.list(
            Self.object([
              ("subscription", Self.text), ("step", ["enum": [2, 3]]), ("at", Self.time),
              ("event", Self.text),
            ]))
        )
      ])
    case .access:
      Self.object([
        ("account", Self.text), ("asOf", Self.time), ("granted", Self.flag),
        ("until", Self.orNull(Self.time)),
        ("reason", ["enum": ["unknownAccount", "noAccess", .null]]),
        ("subscription", Self.orNull(Self.text)), ("store", Self.orNull(Self.store)),
        ("product", Self.orNull(Self.text)), ("state", Self.orNull(Self.state)),
      ])
    case .changes: Self.changesAnswer
    case .readiness:
      Self.object(
        [("ready", ["const": true]), ("asOf", Self.time), ("lease", Self.lease)],
        optional: ["lease"])
    }
  }

  private var accepted: [String] {
    DeliveryOutcome.allCases.filter { $0.status == 200 }.map(\.rawValue)
  }
}

extension OpenAPISchema {
  static let text: JSON = ["type": "string"]
  private static let base64: JSON = [
    "type": "string", "contentEncoding": "base64", "contentMediaType": "application/json",
    "pattern": "^[A-Za-z0-9+/]{3,}={0,2}$",
  ]
  private static let compactJWS: JSON = [
    "type": "string", "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
  ]
  /// Who asks the stores.
  private static var lease: JSON {
    object([
      ("held", flag), ("host", orNull(text)), ("process", orNull(["type": "integer"])),
      ("since", orNull(time)), ("until", orNull(time)),
    ])
  }
  static let time: JSON = ["type": "string", "format": "date-time"]
  static let flag: JSON = ["type": "boolean"]
  static var store: JSON { oneOf(Store.allCases.map(\.rawValue)) }
  static var state: JSON { oneOf(SubscriptionState.allCases.map(\.rawValue)) }

  static func oneOf(_ words: [String]) -> JSON {
    ["enum": .array(words.map { .string($0) })]
  }

  static func orNull(_ schema: JSON) -> JSON { ["anyOf": [schema, ["type": "null"]]] }

  static func list(_ schema: JSON) -> JSON { ["type": "array", "items": schema] }

  /// An object whose members are all there, in that order.
  static func object(
    _ members: [(String, JSON)], optional: Set<String> = [], isOpen: Bool = false
  ) -> JSON {
    [
      "type": "object",
      "properties": .object(members.map { JSON.Member(name: $0.0, value: $0.1) }),
      "required": .array(
        members.filter { !optional.contains($0.0) }.map { .string($0.0) }),
      "additionalProperties": .bool(isOpen),
    ]
  }

  private static var promptsAnswer: JSON {
    object([
      ("account", text), ("asOf", time), ("due", flag),
      ("reason", ["enum": ["unknownAccount", "nothingDue", .null]]),
      (
        "subscriptions",
        list(
          object([
            ("subscription", text), ("store", store),
            ("environment", oneOf(StoreEnvironment.allCases.map(\.rawValue))),
            ("app", orNull(text)), ("product", orNull(text)), ("state", state),
            ("prompt", prompt), ("deepLink", orNull(["type": "string", "format": "uri"])),
            ("until", orNull(time)), ("validUntil", orNull(time)),
          ]))
      ),
    ])
  }

  private static var prompt: JSON {
    object(
      [
        ("decision", oneOf(["due", "scheduled", "withheld"])),
        (
          "step",
          ["enum": .array(PromptStep.allCases.map { .integer(Int64($0.rawValue)) } + [.null])]
        ),
        (
          "message", ["enum": .array(PromptMessage.allCases.map { .string($0.rawValue) } + [.null])]
        ),
        ("since", orNull(time)), ("at", orNull(time)),
        (
          "reason", ["enum": .array(WithheldReason.allCases.map { .string($0.rawValue) } + [.null])]
        ),
        ("nextAt", orNull(time)),
        (
          "trace",
          list(object([("condition", text), ("value", text), ("holds", flag)]))
        ),
        ("rule", orNull(text)), ("shownInEpisode", ["type": "integer", "minimum": 0]),
        ("lastShownAt", orNull(time)),
      ], optional: ["trace"])
  }

  private static var shownBody: JSON {
    let members: [(String, JSON)] = [
      ("subscription", identifier), ("account", identifier), ("step", ["enum": [2, 3]]),
      ("at", time),
      (
        "idempotencyKey",
        [
          "type": "string", "minLength": .integer(Int64(ShownRequest.keyLength.lowerBound)),
          "maxLength": .integer(Int64(ShownRequest.keyLength.upperBound)),
          "pattern": .string(#"^[^\u0000-\u001f\u007f-\u009f]+$"#),
        ]
      ),
    ]
    guard
      case .object(let shape) = object(
        members, optional: ["subscription", "account", "at"], isOpen: true)
    else { return .null }
    let either: JSON = [["required": ["subscription"]], ["required": ["account"]]]
    return .object(shape + [JSON.Member(name: "oneOf", value: either)])
  }
}
