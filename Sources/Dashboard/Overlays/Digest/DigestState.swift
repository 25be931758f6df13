import EventLedger
import SubscriptionCore

/// The digest: when it is computed, and what is done with it.
struct DigestState: Hashable, Sendable {
  /// The purpose of the digest that is being computed.
  enum Purpose: Hashable, Sendable {
    /// To be opened, on the screen on which it was asked for.
    case reading(on: Screen)
    /// To be announced, after an absence.
    case announcing
  }

  /// The purpose of the digest that was asked for last; `nil` before the first.
  var purpose: Purpose?
  /// The message that it is being computed, while it is.
  var told = ""
  /// The announced digest, until it is read.
  var announced: Digest?
}

extension DashboardModel {
  /// The beginning of the digest that a key opens: the last visit where it was long ago, or
  /// yesterday evening.
  var digestSince: Timestamp {
    absenceSince ?? InstantText.earlier(DigestSpan.usualSince, now: now, in: settings.zone)
      ?? now - .days(1)
  }

  /// The last visit, where it was long enough ago for a digest; `nil` otherwise.
  private var absenceSince: Timestamp? {
    guard !settings.isDemo, settings.asOf == nil else { return nil }
    return settings.absentSince
  }

  /// Asks for the digest of an absence, once, when the figures of the present are on screen.
  mutating func askDigestOfAbsence() -> [Effect] {
    guard digest.purpose == nil, let since = absenceSince else { return [] }
    return askDigest(since: since, for: .announcing)
  }

  /// Opens the digest since a time, or since the last visit.
  mutating func openDigest(_ text: String = "") -> [Effect] {
    if text.isEmpty, let announced = digest.announced {
      open(announced)
      return []
    }
    guard !text.isEmpty else { return askDigest(since: digestSince, for: .reading(on: screen)) }
    guard let since = InstantText.earlier(text, now: now, in: settings.zone) else {
      tell(":digest needs an earlier time: 18:00, yesterday 09:00, 2025-11-14, -12h", .warning)
      return []
    }
    return askDigest(since: since, for: .reading(on: screen))
  }

  private mutating func askDigest(since: Timestamp, for purpose: DigestState.Purpose) -> [Effect] {
    digest.purpose = purpose
    if case .reading = purpose {
      digest.told = "Reading what happened since \(dates.moment(since))..."
      tell(digest.told)
    }
    let span = DigestSpan(since: since, now: now, in: settings.zone)
    let query = DigestQuery(
      span, rates: settings.rates, silenceMax: settings.silenceMax, isPast: settings.asOf != nil)
    return ask(.digest(query), for: .digest)
  }

  /// Announces a digest from now on that was to be opened: its reader has gone elsewhere.
  mutating func leaveDigest() {
    guard case .reading = digest.purpose else { return }
    digest.purpose = .announcing
    if messages.flash?.text == digest.told { messages.flash = nil }
  }

  /// Announces a digest, or opens it unless the user has gone elsewhere meanwhile.
  mutating func receive(_ found: Digest?) {
    guard let found else { return }
    if digest.purpose == .reading(on: screen), input == .none { return open(found) }
    digest.announced = found
    if let digestAnnouncement { tell(digestAnnouncement) }
    let end = machineNow + Self.announcedFor
    if digest.purpose == .announcing { messages.flash?.until = end }
  }

  /// The announcement of a digest that is not read yet.
  var digestAnnouncement: String? {
    digest.announced.map { found in
      "\(DigestText(self).headline(found)) \(key(.digest)) reads the digest."
    }
  }

  private mutating func open(_ found: Digest) {
    digest.announced = nil
    if messages.flash?.text == digest.told { messages.flash = nil }
    input = .digest(DigestOverlay(found))
  }

  /// The time for which the announcement is on screen, for somebody who looks away first.
  private static let announcedFor = Duration.seconds(60)
}

extension DigestText {
  /// Creates the formatter of a dashboard, whose amounts fit a width.
  init(_ model: DashboardModel, room: Int = 60) {
    let dates = model.dates
    let form = AmountForm(model.overview.figures?.currencies ?? [], at: model.settings.rates)
    self.init(
      moment: { dates.moment($0) },
      money: { sums in
        let value = sums.value
        let amounts = value.amounts(inOrder: form)
        let basis = value.basis.map { " " + $0 } ?? ""
        var texts = [Formatting.worth(amounts, width: room - basis.count) ?? ""]
        if amounts.count > 1 { texts.append("\(amounts.count) cur.") }
        let whole = texts.map { ($0 + basis).trimmed }
        // A part of the currencies, cut off, would be read as a smaller sum.
        return (whole + texts.dropFirst()).first { $0.count <= room } ?? ""
      })
  }
}
