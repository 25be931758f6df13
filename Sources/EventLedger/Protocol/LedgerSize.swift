/// The room that one table or index of a ledger takes on disk.
public struct LedgerSize: Hashable, Sendable {
  /// The kinds of contents of a table or index.
  public enum Part: String, CaseIterable, Sendable {
    /// The payloads of the stores, as they came.
    case payloads
    /// The events of subscriptions that payloads tell of.
    case events
    /// The ids of subscriptions.
    case subscriptions
    /// The derived rows of subscribers.
    case rows
    /// The orders in which subscribers are listed and found.
    case listIndexes
    /// The search by pieces of names and by words.
    case search
    /// The maintained figures.
    case counters
    /// The billing episodes, and the ends and refunds.
    case episodes
    /// The changes for receivers, and their deliveries.
    case outbox
    /// The profiles that the app supplied.
    case accounts
    /// Everything else: refused payloads, products, requests, the audit log, settings.
    case other
    /// SQLite's write-ahead log beside the file.
    case log
    /// The pages of the file that hold nothing, which the next writes use.
    case free
  }

  /// The kind of contents.
  public var part: Part
  /// The name of the table or index in SQL; empty for ``Part/log`` and ``Part/free``.
  public var name: String
  /// The bytes on disk, whole pages with what is unused in them.
  public var bytes: Int64

  /// Creates the size of a part that is no table.
  public init(_ part: Part, bytes: Int64) { (self.part, name, self.bytes) = (part, "", bytes) }

  /// Creates the size of a table, or of an index of it with a name in any case, in bytes on disk.
  public init(name: String, table: String, bytes: Int64) {
    part = Self.part(of: name.lowercased(), table: table.lowercased())
    (self.name, self.bytes) = (name, bytes)
  }

  /// The parts that tables belong to, by how their names begin.
  private static let tables: [(beginning: String, part: Part)] = [
    ("entries", .payloads), ("headers", .payloads), ("events", .events),
    ("subscriptions", .subscriptions), ("pieces", .search), ("text", .search), ("people", .search),
    ("counters", .counters), ("episode", .episodes), ("outdatedepisode", .episodes),
    ("moments", .episodes),
    ("changes", .outbox), ("receivers", .outbox), ("deliveries", .outbox),
    ("accounts", .accounts),
  ]

  private static func part(of name: String, table: String) -> Part {
    if table == "subscribers" {
      return name.hasPrefix("edge") ? .counters : name == table ? .rows : .listIndexes
    }
    return tables.first { table.hasPrefix($0.beginning) }?.part ?? .other
  }
}
