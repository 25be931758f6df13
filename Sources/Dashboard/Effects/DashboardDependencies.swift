import EventLedger
import SubscriptionCore

/// The dependencies of the dashboard outside of the ledger and the terminal.
public struct DashboardDependencies: Sendable {
  /// A function that writes a list of a ledger to a file.
  public typealias Export =
    @Sendable (ExportRequest, any Ledger, (Int) -> Bool) throws -> BackgroundTaskUpdate

  /// Puts subscribers of a ledger into words for the clipboard.
  public var words: @Sendable (CopyRequest, any Ledger) throws -> String
  /// Writes the text of the latest copy to a file, for terminals that block the clipboard; `false`
  /// where that failed.
  public var keepCopy: @Sendable (String) -> Bool
  /// Writes a list of a ledger to a file; it asks with the number of rows written whether to go on.
  public var export: Export
  /// The time zone of a name, in any case; `nil` when there is none.
  public var zone: @Sendable (String) -> DisplayZone?
  /// The names of all time zones, in order.
  public var zoneNames: @Sendable () -> [String]
  /// Brings a simulated world forward to an instant.
  public var jump: @Sendable (Timestamp) -> Void
  /// Says which subscriber the dashboard shows, `nil` for none, and returns the operators of the
  /// others that show the same one.
  public var presence: @Sendable (SubscriptionID?) -> [String]
  /// The condition of the ledger at present.
  public var condition: @Sendable () -> LedgerCondition

  /// Creates the dependencies; by default identifiers are copied, UTC is the only zone, and nothing
  /// else is done.
  public init(
    words: @escaping @Sendable (CopyRequest, any Ledger) throws -> String = { request, _ in
      request.subscriptions.map(\.rawValue).joined(separator: "\n")
    },
    keepCopy: @escaping @Sendable (String) -> Bool = { _ in true },
    export: @escaping Export = { _, _, _ in .failed("Nothing can be exported here.") },
    zone: @escaping @Sendable (String) -> DisplayZone? = { $0.lowercased() == "utc" ? .utc : nil },
    zoneNames: @escaping @Sendable () -> [String] = { [] },
    jump: @escaping @Sendable (Timestamp) -> Void = { _ in },
    condition: @escaping @Sendable () -> LedgerCondition = { LedgerCondition() },
    presence: @escaping @Sendable (SubscriptionID?) -> [String] = { _ in [] }
  ) {
    self.presence = presence
    self.condition = condition
    (self.words, self.keepCopy) = (words, keepCopy)
    (self.export, self.jump) = (export, jump)
    (self.zone, self.zoneNames) = (zone, zoneNames)
  }
}
