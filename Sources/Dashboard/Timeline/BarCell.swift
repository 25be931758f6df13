import SubscriptionCore

/// One cell of a timeline, before any glyph or colour is chosen.
public enum BarCell: Hashable, Sendable {
  /// Nothing is known or nothing applies.
  case empty
  /// A span of one kind, past or projected.
  case fill(Timeline.Kind, projected: Bool)
  /// A point over the spans.
  case mark(TimelineMark)
}

/// A point of a timeline.
public enum TimelineMark: String, Hashable, Sendable, CaseIterable {
  /// The present.
  case today
  /// A prompt is due now.
  case due
  /// A prompt was shown.
  case shown
  /// A prompt will be due if nothing changes.
  case scheduled
  /// The store said that a payment was declined.
  case failed
  /// The store said that a renewal was paid, at once or after all.
  case paid
  /// Any other event.
  case event
  /// A refund took effect.
  case refund
  /// A mail from the store to the user.
  case storeMail
  /// The store's own message waits for the next launch of the app.
  case storeMessage
  /// An end that no store has stated and no policy knows.
  case unknownEnd
}
