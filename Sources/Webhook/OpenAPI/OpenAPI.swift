import SubscriptionCore

/// The description of the interface (OpenAPI 3.1, <https://spec.openapis.org/oas/v3.1.0>), made
/// from the table of routes.
public enum OpenAPI {
  /// The description as JSON.
  public static let text = document.pretty()

  /// The description.
  static var document: JSON {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "churntopd",
        "version": "1",
        "summary": "Billing recovery of App Store and Google Play subscriptions.",
        "license": ["name": "MIT", "identifier": "MIT"],
      ],
      "servers": [["url": "/"]],
      "paths": .object(paths),
      "components": [
        "schemas": .object(OpenAPISchema.allCases.map { .init(name: $0.name, value: $0.json) }),
        "securitySchemes": [
          "backend": [
            "type": "http", "scheme": "bearer",
            "description": .string(scopes),
          ],
          "pubSub": [
            "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
            "description":
              "The OpenID Connect token with which Pub/Sub signs in as the configured account.",
          ],
        ],
      ],
    ]
  }

  private static var scopes: String {
    "A token of the configuration. Scopes: "
      + TokenScope.allCases.map { "`\($0.rawValue)`: \($0.help)" }.joined(separator: " ")
  }

  private static var paths: [JSON.Member] {
    WebRoute.table.sorted { $0.key < $1.key }.map { path, routes in
      let operations = routes.sorted { $0.key.rawValue < $1.key.rawValue }.map { method, route in
        JSON.Member(name: method.rawValue.lowercased(), value: operation(route))
      }
      return JSON.Member(name: path, value: .object(operations))
    }
  }

  private static func operation(_ route: WebRoute) -> JSON {
    var members: [JSON.Member] = [
      .init(name: "operationId", value: .string(route.rawValue)),
      .init(name: "summary", value: .string(route.summary)),
      .init(name: "security", value: security(of: route)),
    ]
    if !route.parameters.isEmpty {
      members.append(.init(name: "parameters", value: .array(route.parameters.map(\.json))))
    }
    if let body = OpenAPISchema.body(of: route) {
      members.append(
        .init(
          name: "requestBody",
          value: ["required": true, "content": ["application/json": ["schema": body.reference]]]))
    }
    let answers = route.answers.map { answer in
      JSON.Member(name: String(answer.status), value: Self.answer(answer, of: route))
    }
    members.append(.init(name: "responses", value: .object(answers)))
    return .object(members)
  }

  private static func security(of route: WebRoute) -> JSON {
    if let scope = route.scope { return [["backend": [.string(scope.rawValue)]]] }
    return route == .googlePlayNotification ? [["pubSub": []]] : []
  }

  private static func answer(_ answer: (status: Int, help: String), of route: WebRoute) -> JSON {
    let schema = OpenAPISchema.answer(of: route, status: answer.status)
    return [
      "description": .string(answer.help),
      "content": .object([
        .init(name: schema.contentType, value: ["schema": schema.json])
      ]),
    ]
  }
}

extension WebRoute.Parameter {
  /// The parameter as the description has it.
  fileprivate var json: JSON {
    [
      "name": .string(rawValue), "in": "query", "required": .bool(self == .account),
      "description": .string(help), "schema": schema,
    ]
  }

  private var help: String {
    switch self {
    case .account:
      "The identifier that the app gave the store: appAccountToken or obfuscatedExternalAccountId, "
        + "whole. An account that is not known is answered with 200, nothing due and no access."
    case .app: "Only this bundle identifier or package name."
    case .environment: "Only purchases of this environment."
    case .trace: "Whether every condition of the decision is listed."
    case .after: "The cursor of the answer before; without it, from the oldest change that is kept."
    case .since: "Instead of a cursor: only changes recorded at this instant (RFC 3339) or later."
    case .wait: "How many seconds to wait where there is no change yet."
    case .limit: "The most changes that are answered."
    case .backfill: "Whether changes are told as well that were old when they were heard of."
    }
  }

  private var schema: JSON {
    switch self {
    case .account, .app: OpenAPISchema.identifier
    case .environment:
      [
        "type": "string",
        "enum": .array(StoreEnvironment.allCases.map { .string($0.rawValue) }),
        "default": .string(StoreEnvironment.production.rawValue),
      ]
    case .trace, .backfill: ["type": "boolean", "default": false]
    case .after: ["type": "string", "pattern": "^[0-9]{1,18}$"]
    case .since: ["type": "string", "format": "date-time"]
    case .wait: Self.integer(WebhookServer.waitRange, 0)
    case .limit: Self.integer(WebhookServer.limitRange, WebhookServer.limitUsual)
    }
  }

  private static func integer(_ range: ClosedRange<Int>, _ usual: Int) -> JSON {
    [
      "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
      "maximum": .integer(Int64(range.upperBound)), "default": .integer(Int64(usual)),
    ]
  }
}
