import EventLedger
import Foundation
import GRDB
import SubscriptionCore

/// What the rules of the file need to know of a stored event, as functions of SQL.
enum EventFunctions {
  /// `recorded_at(body)`: when the event was recorded, in milliseconds since 1970; NULL for bytes
  /// that are no event.
  static let recordedAt = DatabaseFunction("recorded_at", argumentCount: 1, pure: true) { values in
    guard case .blob(let data) = values[0].storage else { return nil }
    return data.withUnsafeBytes { bytes in
      (try? EventCodec.decode(bytes))?.recordedAt.milliseconds
    }
  }
}
