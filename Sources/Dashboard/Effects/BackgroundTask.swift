import EventLedger
import SubscriptionCore

/// Something that takes a while outside of the dashboard, while keys go on working.
public indirect enum BackgroundTask: Hashable, Sendable {
  /// Read the ledger as it was at an instant, and answer from that one from then on.
  case travel(to: Timestamp)
  /// Answer from the ledger of the present again.
  case comeBack
  /// Bring a simulated world's time forward to an instant.
  case jump(to: Timestamp)
  /// Put something into words for the clipboard.
  case copy(CopyRequest)
  /// Write a list to a file.
  case export(ExportRequest)
  /// Look up the time zone of a name, to show instants in.
  case zone(named: String)
  /// List the names of all time zones.
  case zoneNames
  /// Look for an order of the App Store, and have the App Store asked about it.
  case lookUp(AppStoreOrderID, by: String, at: Timestamp)
  /// End whatever is under way.
  case stop
}

/// The progress or the result of a background task.
public indirect enum BackgroundTaskUpdate: Hashable, Sendable {
  /// The share of the ledger that has been read for a look at the past, in per cent.
  case reading(share: Int)
  /// The ledger answers as it was at that instant from now on; `nil` for the present.
  case arrived(at: Timestamp?)
  /// The words that go to the clipboard, and whether they are in the file of the latest copy too.
  case copied(CopyRequest, text: String, isKept: Bool)
  /// The number of rows written so far.
  case writing(rows: Int)
  /// A list was written whole.
  case exported(ExportRequest, rows: Int)
  /// A list was not written; the words say why.
  case exportFailed(ExportRequest, words: String)
  /// A list was not written, because there is a file of that name.
  case fileExists(ExportRequest)
  /// The zone that was asked for.
  case zone(DisplayZone)
  /// No zone has the name that was asked for; the nearest that exists.
  case noZone(named: String, nearest: String?)
  /// The names of all time zones, in order.
  case zoneNames([String])
  /// The subscriptions of an order, or the state of its lookup.
  case order(OrderAnswer, of: AppStoreOrderID)
  /// The task was canceled; nothing is left of it.
  case stopped
  /// The task failed; the text says what to do next.
  case failed(String)
}
