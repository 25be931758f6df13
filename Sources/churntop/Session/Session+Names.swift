import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

/// The resolution of subscriptions by the user's name, and the candidates of an ambiguous text.
extension Session {
  /// The maximum number of listed candidates for an ambiguous name.
  static let candidatesMax = 20
  /// The maximum number of users with a name in common that are compared with the whole name.
  private static let namesakesMax = 500

  /// Returns the one subscription of the user with a whole name, whatever the case of its letters;
  /// `nil` if no user's name has the text in it.
  ///
  /// - Throws: The candidates, if several subscriptions are the user's, or if the text is but a
  ///   part of a name.
  func resolve(name: String, in ledger: any Ledger) throws -> SubscriptionID? {
    let normalized = Self.normalized(name)
    // A role that sees no names may not look for any.
    guard !normalized.isEmpty, name.utf8.count <= Filter.longestText,
      ledger.auditMode != .nothingToSee
    else { return nil }
    var rows = try people(named: name, in: ledger)
    if rows.isEmpty, let word = Self.longestWord(of: name), word != name {
      // The words may be in another order, or the signs between them others: O'Neill and O’Neill.
      rows = try people(named: word, in: ledger).filter { row in
        let spoken = spoken(row)
        return spoken.contains(normalized)
          || Self.words(of: name).allSatisfy { spoken.contains($0) }
      }
    }
    guard !rows.isEmpty else { return nil }
    let exact = rows.filter { row in
      spoken(row) == normalized
        || Self.words(of: row.profile?.name ?? "").sorted() == Self.words(of: name).sorted()
    }
    switch exact.count {
    case 1: return exact[0].id
    case 0:
      throw CommandError.ambiguous(
        "No subscription goes by '\(name)'; the names of these users have it in them:",
        candidates: try candidates(rows, in: ledger))
    case _:
      throw CommandError.ambiguous(
        "'\(name)' names several subscriptions; use one of these ids:",
        candidates: try candidates(exact, in: ledger))
    }
  }

  /// Returns the subscriptions of users whose names contain a text.
  private func people(named text: String, in ledger: any Ledger) throws -> [SubscriberSummary] {
    let query = SubscriberQuery(filter: .field(.name, .contains([text])), limit: Self.namesakesMax)
    return try ledger.subscribers(query).rows
  }

  private func spoken(_ row: SubscriberSummary) -> String {
    Self.normalized(row.profile?.name ?? "")
  }

  /// Returns a name's letters and digits alone.
  private static func normalized(_ name: String) -> String {
    LookupName.normalized(name.filter { $0.isLetter || $0.isNumber })
  }

  private static func longestWord(of name: String) -> String? {
    words(of: name).max { $0.count < $1.count }
  }

  /// Returns the words of a name, each as its letters and digits alone.
  private static func words(of name: String) -> [String] {
    name.split { !$0.isLetter && !$0.isNumber }.map { LookupName.normalized(String($0)) }
  }

  /// Returns the candidates that an error lists, and whether there are more, and records that they
  /// are shown.
  func candidates(of ids: [SubscriptionID], in ledger: any Ledger) throws -> [String] {
    let rows = try ledger.summaries(ids)
    return try candidates(rows, in: ledger)
  }

  private func candidates(
    _ rows: [SubscriberSummary], in ledger: any Ledger
  ) throws(CommandError) -> [String] {
    let shown = rows.prefix(Self.candidatesMax)
    let isHidden = try hidesPersonalData(
      from: "lookup", format: .text, count: shown.count, in: ledger)
    return shown.map { candidate(isHidden ? Masking.row($0) : $0) }
      + (rows.count > shown.count ? ["and more"] : [])
  }

  /// Returns the line of a candidate: its id, whose it is, product and state.
  private func candidate(_ row: SubscriberSummary) -> String {
    var parts = [row.id.rawValue, SubscriberTable.who(row)]
    parts += [row.store.title, row.product.rawValue, row.status.state.title]
    if row.environment != .production { parts.append(row.environment.rawValue) }
    return DisplayText.sanitized(parts.joined(separator: "  "))
  }

  /// Looks up the subscription of an App Store order, which is requested from the App Store if no
  /// event contains it.
  ///
  /// - Throws: A `CommandError` with the status of the request, or the reason that there is none.
  func lookUp(_ order: AppStoreOrderID, in ledger: any Ledger) throws -> SubscriptionID {
    let nobody = "No subscription goes by order \(order)"
    if isAsOf {
      throw CommandError.notFound(
        "\(nobody) at that time. The App Store can be queried for the present only: leave out "
          + "--as-of."
      )
    }
    if let readOnlyCause {
      throw CommandError.notFound(
        "\(nobody), and the App Store cannot be queried, since the ledger is read-only: "
          + "\(readOnlyCause.words). \(readOnlyCause.cure)")
    }
    let answer = try ledger.lookUp(order, actor: actorName.name(in: ledger), now: clock)
    switch answer {
    case .found(let ids) where ids.count == 1: return ids[0]
    case .found(let ids):
      throw CommandError.ambiguous(
        "'\(order)' names several subscriptions; use one of these ids:",
        candidates: ids.map(\.rawValue))
    case .lookup(let lookup):
      throw CommandError.notFound(
        lookup.words(
          at: clock, isFed: FeedSign.isShown(for: address, ledger, now: clock),
          moment: time.minute))
    }
  }
}
