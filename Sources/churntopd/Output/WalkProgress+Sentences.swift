import Logging
import StoreSync
import SubscriptionCore

extension WalkProgress {
  /// The subject of the scan, for example `the notifications of 180 days`.
  private var subject: String {
    let days = (walk.to - walk.from).nearestDays
    return switch walk.kind {
    case .notifications: "the notifications of \(days) days"
    case .voided: "the voided purchases of \(days) days"
    }
  }

  /// The progress as a log message.
  var words: String {
    if isOver { return "\(subject) are read" }
    guard pages == 0 else { return "\(subject) are being read" }
    return walk.page == nil
      ? "\(subject) are read from the start; that may take hours"
      : "\(subject) are read on from where the last run was interrupted"
  }

  /// The metadata of the log message.
  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["app": "\(app.name)"]
    guard pages > 0 else {
      metadata["from"] = "\(walk.from.rfc3339)"
      return metadata
    }
    (metadata["pages"], metadata["statements"]) = ("\(pages)", "\(statements)")
    if let sentAt { metadata["sent"] = "\(sentAt.rfc3339)" }
    return metadata
  }
}
