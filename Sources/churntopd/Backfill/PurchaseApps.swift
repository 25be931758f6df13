import EventLedger
import StoreSync
import SubscriptionCore

/// The configured apps, which identify the app of a line in a list.
struct PurchaseApps {
  /// The reason that a line names no purchase of a configured app.
  struct Problem: Error, CustomStringConvertible {
    /// The reason as a clause.
    let description: String

    init(_ description: String) { self.description = description }
  }

  private let apps: [Store: [AppID]]

  /// Creates the set of apps, in any environment.
  init(_ apps: [StoreApp]) {
    self.apps = Dictionary(grouping: apps, by: \.store).mapValues { apps in
      Set(apps.map(\.app)).sorted { $0.rawValue < $1.rawValue }
    }
  }

  /// Reads a line.
  ///
  /// - Throws: ``Problem``.
  func purchase(_ values: [PurchaseColumn: String], line: Int) throws(Problem) -> BackfillPurchase {
    func value(_ column: PurchaseColumn) -> String? {
      values[column].flatMap { $0.isEmpty ? nil : $0 }
    }
    let store = try store(value)
    let (column, what): (PurchaseColumn, String) =
      switch store {
      case .appStore: (.transaction, "transaction identifier")
      case .googlePlay: (.token, "purchase token")
      }
    guard let name = value(column) ?? value(.purchase) else {
      throw Problem("it names no \(what)")
    }
    try check(name, of: store)
    let app = try app(value(.app), of: store)
    return BackfillPurchase(
      store: store, app: app, name: name, account: value(.account).map { AccountID($0) },
      line: line)
  }

  private func store(_ value: (PurchaseColumn) -> String?) throws(Problem) -> Store {
    if let text = value(.store) {
      guard let store = PurchaseColumn.store(text) else {
        throw Problem("'\(text.prefix(40))' is not a store; write app-store or google-play")
      }
      return store
    }
    switch (value(.transaction), value(.token)) {
    case (.some, nil): return .appStore
    case (nil, .some): return .googlePlay
    case (nil, nil), (.some, .some): break
    }
    if apps.count == 1, let only = apps.keys.first { return only }
    throw Problem("it names no store; write app-store or google-play into a column 'store'")
  }

  private func check(_ name: String, of store: Store) throws(Problem) {
    let isPlain = name.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0 != "\u{7F}" }
    switch store {
    case .appStore:
      guard isPlain, name.allSatisfy(\.isNumber), name.count <= 64 else {
        let isRounded = name.contains("E+") || name.contains("e+")
        throw Problem(
          "'\(name.prefix(40))' is not a transaction identifier, which has digits alone"
            + (isRounded ? "; a spreadsheet has rounded it" : ""))
      }
    case .googlePlay:
      guard isPlain, name.count <= 4_096 else {
        throw Problem("the purchase token holds signs that no token has, or is too long")
      }
    }
  }

  private func app(_ text: String?, of store: Store) throws(Problem) -> AppID {
    let known = apps[store] ?? []
    guard !known.isEmpty else {
      throw Problem("no app of \(store.rawValue) is configured with a key for queries")
    }
    let names = known.map(\.rawValue).joined(separator: ", ")
    guard let text else {
      guard known.count == 1 else {
        throw Problem("it names no app, and several of \(store.rawValue) are configured: \(names)")
      }
      return known[0]
    }
    guard known.contains(AppID(text)) else {
      throw Problem(
        "the app '\(text.prefix(80))' is not configured for \(store.rawValue), which has \(names)")
    }
    return AppID(text)
  }
}
