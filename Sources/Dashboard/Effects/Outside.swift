import EventLedger
import SubscriptionCore

/// What the program around the dashboard does for it.
public struct Outside: Sendable {
  /// Puts subscribers of a ledger into words for the clipboard.
  public var words: @Sendable (CopyRequest, any Ledger) throws -> String
  /// Writes a list of a ledger to a file; it asks with the number of rows written whether to go on.
  public var export: @Sendable (ExportRequest, any Ledger, (Int) -> Bool) throws -> ErrandNews
  /// Brings a simulated world forward to an instant.
  public var jump: @Sendable (Timestamp) -> Void

  /// Creates the means; without any, identifiers are copied and nothing else is done.
  public init(
    words: @escaping @Sendable (CopyRequest, any Ledger) throws -> String = { request, _ in
      request.subscriptions.map(\.rawValue).joined(separator: "\n")
    },
    export: @escaping @Sendable (ExportRequest, any Ledger, (Int) -> Bool) throws -> ErrandNews = {
      _, _, _ in .failed("Nothing can be exported here.")
    },
    jump: @escaping @Sendable (Timestamp) -> Void = { _ in }
  ) {
    (self.words, self.export, self.jump) = (words, export, jump)
  }
}
