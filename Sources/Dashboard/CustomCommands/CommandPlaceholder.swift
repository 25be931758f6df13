import EventLedger
import SubscriptionCore

/// A placeholder for a value of a subscriber in the arguments of a custom command.
///
/// Only identifiers and the words of states, never what a user could have chosen freely, such as a
/// name, and never a purchase token, which is a credential.
public enum CommandPlaceholder: String, Hashable, Sendable, CaseIterable {
  /// The subscription's identifier.
  case id
  /// The account's identifier.
  case account
  /// The latest order.
  case orderID = "order_id"
  /// The latest transaction.
  case transactionID = "transaction_id"
  /// The product.
  case product
  /// The state.
  case state
  /// The store.
  case store
  /// The world it was bought in.
  case environment

  /// The words for it where there is none.
  var title: String {
    switch self {
    case .id: "identifier"
    case .account: "account"
    case .orderID: "order"
    case .transactionID: "transaction"
    case .product: "product"
    case .state: "state"
    case .store: "store"
    case .environment: "environment"
    }
  }

  /// The placeholders that a text mentions, with anything else of their form.
  ///
  /// A placeholder is lower-case letters and low lines in braces; every other brace is itself.
  static func mentions(in text: String) -> [Substring] {
    var found: [Substring] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      rest = rest[rest.index(after: open)...]
      let word = rest.prefix { ("a"..."z").contains($0) || $0 == "_" }
      if !word.isEmpty, word.endIndex < rest.endIndex, rest[word.endIndex] == "}" {
        found.append(word)
      }
    }
    return found
  }

  /// The reason that a text cannot be an argument, to follow it in quotes; `nil` when it can.
  public static func problem(with text: String) -> String? {
    if text.contains("\0") { return "contains a NUL, which no argument can." }
    for word in mentions(in: text) where CommandPlaceholder(rawValue: String(word)) == nil {
      if ["name", "email", "mail", "token", "purchase_token"].contains(word) {
        return "names {\(word)}, which is never passed to a program. Use {account} or {id}."
      }
      let known = allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
      return "names {\(word)}, which is none of \(known)."
    }
    return nil
  }
}

extension LedgerReader {
  /// Reads the values of a subscriber for the arguments of a program.
  func placeholders(
    of id: SubscriptionID, now: Timestamp
  ) throws(LedgerError) -> [CommandPlaceholder: String] {
    guard let subscriber = try ledger.subscriber(id) else { return [.id: id.rawValue] }
    let state = subscriber.status(at: now, policy: policy).state
    let values: [CommandPlaceholder: String?] = [
      .id: id.rawValue, .account: subscriber.account?.rawValue,
      .orderID: subscriber.facts.orderID, .transactionID: subscriber.facts.transactionID,
      .product: subscriber.product.rawValue, .state: state.rawValue,
      .store: subscriber.store.rawValue, .environment: subscriber.environment.rawValue,
    ]
    return values.compactMapValues(\.self)
  }
}
