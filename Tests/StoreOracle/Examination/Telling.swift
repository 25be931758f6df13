import SeededNumbers
import SubscriptionCore

/// A document on its way to the ledger.
struct OracleDocument: Sendable {
  /// When it arrives.
  var arrivesAt: Timestamp
  /// The document.
  var text: String
  /// The place of the change of which it tells, among the life's.
  var place: Int?
}

/// A way in which a life is told.
public enum Telling: String, CaseIterable, Sendable {
  /// Every notification at once, Google's with the resource fetched because of it.
  case prompt
  /// Everything, some of it twice, in any order.
  case shuffled
  /// A third of the notifications is lost, but never the latest one.
  case losses
  /// Nothing before some instant of the life is told.
  case middle
  /// Google's resources are fetched hours and days after the notification.
  case late
  /// Nothing but what the store's API answers today.
  case today
  /// Nothing but a verifyReceipt answer, or a version 1 resource, of today.
  case oldToday
  /// Version 1 resources, or verifyReceipt answers, at the time of every notification.
  case oldPrompt
  /// Notifications without a resource; the App Store's as they were before they stated a status.
  case bare

  /// The documents by which a life is told up to an instant.
  func documents(of life: Life, until instant: Timestamp) -> [OracleDocument] {
    var random = SeededNumbers(seed: life.seed &+ 77)
    switch self {
    case .prompt: return life.notifications(until: instant)
    case .bare: return life.notifications(until: instant, withResource: false)
    case .shuffled: return Self.shuffled(life.notifications(until: instant), &random)
    case .losses:
      let latest = life.latestWords(before: instant)
      return life.notifications(
        until: instant, where: { latest.contains($0) || !random.happens(35) })
    case .middle:
      let words = life.changes.indices.filter { life.changes[$0].word != nil }
      let first = words.randomElement(using: &random) ?? 0
      let latest = life.latestWords(before: instant)
      return life.notifications(
        until: instant, where: { $0 >= first || latest.contains($0) })
    case .late:
      return life.notifications(until: instant, delay: { .hours(random.pick([0, 0, 1, 30, 70])) })
    case .oldPrompt:
      let words = life.changes.filter { $0.word != nil && $0.at < instant }
      return words.compactMap { answer(life, $0.record.name, at: $0.at + .seconds(1)) }
    case .today, .oldToday: return life.names.compactMap { answer(life, $0, at: instant) }
    }
  }

  private static func shuffled(
    _ documents: [OracleDocument], _ random: inout SeededNumbers
  ) -> [OracleDocument] {
    (documents + documents.filter { _ in random.happens(20) }).shuffled(using: &random)
  }

  private func answer(
    _ life: Life, _ name: String, at instant: Timestamp
  ) -> OracleDocument? {
    guard let change = life.change(of: name, at: instant) else { return nil }
    let text: String
    switch (change.record, self) {
    case (.play(let record), .oldToday), (.play(let record), .oldPrompt):
      text = PlayPayloadEncoder.document(
        notification: nil, resource: PlayPayloadEncoder.resource1(record), version1: true, record,
        heardAt: instant)
    case (.play(let record), _):
      text = PlayPayloadEncoder.document(
        notification: nil, resource: PlayPayloadEncoder.resource(record), record, heardAt: instant)
    case (.appStore(let record), .oldToday), (.appStore(let record), .oldPrompt):
      text = ReceiptEncoder.answer(record, at: instant)
    case (.appStore(let record), _): text = AppStorePayloadEncoder.statuses(record, at: instant)
    }
    return OracleDocument(arrivesAt: instant, text: text)
  }
}

extension Life {
  /// The places of the latest words about each subscription.
  func latestWords(before instant: Timestamp) -> Set<Int> {
    var latest: [String: Int] = [:]
    for (place, change) in changes.enumerated() where change.at < instant {
      // A voided order comes without a resource and says nothing of the present.
      if case .voided = change.word { continue }
      if change.word != nil { latest[change.record.name] = place }
    }
    return Set(latest.values)
  }

  /// The notifications sent up to an instant, heard after a delay, a second by default.
  func notifications(
    until instant: Timestamp, withResource: Bool = true,
    delay: () -> Duration = { .zero }, where isHeard: (Int) -> Bool = { _ in true }
  ) -> [OracleDocument] {
    changes.enumerated().compactMap { place, change in
      guard let word = change.word, change.at < instant, isHeard(place) else { return nil }
      let heardAt = min(change.at + delay() + .seconds(1), max(instant, change.at))
      return OracleDocument(
        arrivesAt: heardAt,
        text: text(of: change, word, place: place, heardAt: heardAt, withResource: withResource),
        place: place)
    }
  }

  private func text(
    of change: Change, _ word: Word, place: Int, heardAt: Timestamp, withResource: Bool
  ) -> String {
    switch (change.record, word) {
    case (.appStore(var record), .notification(let type, let subtype, let transaction)):
      if !withResource { record.isOld = true }
      return AppStorePayloadEncoder.notification(
        type, subtype, transaction: transaction, record, at: change.at,
        uuid: "\(seed)-\(place)")
    case (.play(let record), _):
      var fetched: PlayRecord? = withResource ? record : nil
      if case .voided = word { fetched = nil }
      if fetched != nil, heardAt > change.at + .minutes(1),
        case .play(let later) = self.change(of: record.token, at: heardAt)?.record
      {
        fetched = later
      }
      return PlayPayloadEncoder.document(
        notification: PlayPayloadEncoder.notification(word, record, at: change.at),
        resource: fetched.map(PlayPayloadEncoder.resource), record, heardAt: heardAt)
    case (.appStore, _): return "{}"
    }
  }
}
