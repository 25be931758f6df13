import EventLedger
import Hummingbird
import Logging
import SubscriptionCore

extension WebhookServer {
  func answer(_ route: WebRoute, _ request: Request, _ context: WebContext) async -> WebAnswer {
    do throws(WebProblem) {
      if let scope = route.scope { try admit(request, to: scope) }
      switch route {
      case .appStoreNotification: return await appStoreNotification(request, context)
      case .googlePlayNotification: return await googlePlayNotification(request, context)
      case .prompts: return try await prompts(WebQuery(request, of: route))
      case .promptShown: return try await promptShown(request, context)
      case .access: return try await access(WebQuery(request, of: route))
      case .changes: return try await changes(WebQuery(request, of: route), context)
      case .health: return .text("ok\n")
      case .ready:
        let isKnown = (try? admit(request, to: .metricsRead)) != nil
        return try await readiness(namesHolder: isKnown)
      case .metrics: return try await measured()
      case .description: return .shared(OpenAPI.bytes, type: "application/json")
      }
    } catch {
      return error.answer
    }
  }

  /// Authorizes a request by its bearer token
  /// (<https://www.rfc-editor.org/rfc/rfc6750#section-3>).
  private func admit(_ request: Request, to scope: TokenScope) throws(WebProblem) {
    let realm = #"Bearer realm="churntopd""#
    guard let text = request.headers[.authorization].flatMap({ BearerText($0) })?.token else {
      throw WebProblem(
        .noToken, "Send 'Authorization: Bearer TOKEN' with a token of the scope \(scope.rawValue).",
        fields: [("WWW-Authenticate", realm)])
    }
    let detail: String
    switch tokens.holder(of: text, at: parts.clock()) {
    case .known(let token):
      if token.scopes.contains(scope) { return }
      throw WebProblem(
        .missingScope,
        "The token '\(token.name)' lacks the scope \(scope.rawValue). Create one with it: "
          + "churntopd token create NAME --scope \(scope.rawValue)",
        fields: [
          (
            "WWW-Authenticate",
            realm + #", error="insufficient_scope", scope="\#(scope.rawValue)""#
          )
        ])
    case .expired(let name, let end):
      detail = "The token '\(name)' expired at \(end.rfc3339). Use its successor."
    case .unknown: detail = "The token is not one of the configured ones."
    }
    throw WebProblem(
      .badToken, detail, fields: [("WWW-Authenticate", realm + #", error="invalid_token""#)])
  }

  /// Reads the ledger, and turns its errors into problems of the interface.
  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (any Ledger) throws(LedgerError) -> Answer
  ) async throws(WebProblem) -> Answer {
    do throws(LedgerError) {
      return try await readPool.ask(question)
    } catch {
      parts.errors.tell(.error, "the ledger cannot be read: \(error)")
      if error.isTemporary {
        throw WebProblem(.unavailable, "The ledger is not available. Ask again in half a minute.")
      }
      throw WebProblem(.broken, "The ledger cannot be read. See the server's log.")
    }
  }
}
