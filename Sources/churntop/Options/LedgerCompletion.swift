import ArgumentParser
import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

/// The completions of a shell that come from the user's own ledger and files.
///
/// A request answers within the limits of one page of rows; whatever goes wrong leaves the list
/// empty, since a shell has no place for a message. Completions are not recorded, so that a ledger
/// on a server, which records every access, completes no names and mail addresses.
enum LedgerCompletion {
  /// The most values of a completion.
  private static let valuesMax = 50

  /// The completion of subscribers: identifiers and mail addresses that begin with the word.
  ///
  /// Without a word it lists those who lose access next.
  static var subscribers: CompletionKind {
    .custom { arguments, _, word in
      guard let ledger = ledger(named: arguments) else { return [] }
      return subscribers(beginningWith: word, in: ledger)
    }
  }

  /// Returns the identifiers that begin with a text, and the mail addresses that may be shown.
  static func subscribers(beginningWith text: String, in ledger: any Ledger) -> [String] {
    func rows(_ filter: Filter?, _ sort: SubscriberSort) -> [SubscriberSummary] {
      let query = SubscriberQuery(filter: filter, sort: sort, limit: valuesMax)
      return (try? ledger.subscribers(query).rows) ?? []
    }
    guard !text.isEmpty else { return rows(nil, .losesAccess).map(\.id.rawValue) }
    guard text.utf8.count <= Filter.longestText else { return [] }
    let ids = rows(.field(.id, .contains([text])), .id).map(\.id.rawValue)
    let named = ledger.auditMode == .hidden ? [] : rows(.field(.email, .contains([text])), .name)
    let mails = named.compactMap(\.profile?.email)
    var seen: Set<String> = []
    return (ids + mails).filter { $0.hasPrefix(text) && seen.insert($0).inserted }
  }

  /// Returns the values of a field of the filter language that rows of the ledger have.
  static func values(of field: SubscriberField, _ arguments: [String]) -> [String] {
    guard let ledger = ledger(named: arguments) else { return [] }
    let reader = LedgerReader(ledger: ledger, policy: ledger.policy)
    guard case .values(let values, _)? = try? reader.answer(.values(field)) else { return [] }
    return values
  }

  /// The completion of saved views.
  static var views: CompletionKind {
    .custom { _, _, _ in
      ConfigurationFolder(path: Dependencies.current.configurationFolder).views.views.map(\.name)
    }
  }

  /// Returns the ledger of a command line, which is only read; `nil` if it cannot be opened.
  private static func ledger(named arguments: [String]) -> (any Ledger)? {
    func value(of option: String) -> String? {
      if let place = arguments.lastIndex(of: option), arguments.indices.contains(place + 1) {
        return arguments[place + 1]
      }
      let joined = arguments.last { $0.hasPrefix(option + "=") }
      return joined.map { String($0.dropFirst(option.count + 1)) }
    }
    let options = CommonValues(
      ledger: value(of: "--ledger"), config: value(of: "--config"), readonly: true)
    let session = try? Session(options, damage: .ignored)
    return try? session?.open(.inspecting)
  }
}
