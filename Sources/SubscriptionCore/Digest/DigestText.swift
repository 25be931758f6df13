/// A formatter of digests for people: the same words on screen, in text output and read aloud.
public struct DigestText: Sendable {
  /// Formats an instant, with its zone.
  public var moment: @Sendable (Timestamp) -> String
  /// Formats sums of money; empty for none.
  public var money: @Sendable (MoneySums) -> String

  /// Creates a formatter.
  public init(
    moment: @escaping @Sendable (Timestamp) -> String,
    money: @escaping @Sendable (MoneySums) -> String
  ) {
    (self.moment, self.money) = (moment, money)
  }

  private func count(_ value: Int) -> String { CountText.grouped(value) }

  /// A figure as cells.
  public struct Row: Hashable, Sendable {
    /// The figure.
    public var figure: Digest.Figure
    /// Its name, indented if it is part of the figure before.
    public var title: String
    /// The count.
    public var count: String
    /// The usual count with its range, for example `8 (5-11)`; empty without one.
    public var usual: String
    /// The mark of a change beyond noise, for example `unusually many`; empty without one.
    public var change: String
    /// The money per month; empty without any.
    public var money: String
    /// The parts, for example `9 in grace, 3 no grace`.
    public var parts: String
  }

  /// Returns the figures as rows: all that every digest has, and those with a count.
  public func rows(_ digest: Digest) -> [Row] {
    digest.figures.filter { $0.count > 0 || $0.item.isAlwaysShown }.map(row)
  }

  private func row(_ figure: Digest.Figure) -> Row {
    let usual = figure.usual
    return Row(
      figure: figure, title: figure.item.title, count: number(figure),
      usual: usual.map { "\(count($0.median)) (\(count($0.least))-\(count($0.most)))" } ?? "",
      change: usual?.change.ofCount ?? "",
      money: figure.mrr.map(money) ?? "",
      parts: figure.parts.map { "\(count($0.count)) \($0.name)" }.joined(separator: ", "))
  }

  private func number(_ figure: Digest.Figure) -> String {
    count(figure.count) + (figure.isAtLeast ? "+" : "")
  }

  /// Returns the news in one line, with a warning where a feed is silent.
  ///
  /// For example `Since 2025-11-19 18:00Z: 12 failed, 5 recovered, 2 lost.`
  public func headline(_ digest: Digest) -> String { counts(digest) + warning(digest.system) }

  /// The sentence that a silence of feeds, rather than of users, may be what the counts show.
  private func warning(_ system: DigestSystem) -> String {
    let silent = system.feeds.count(where: \.isStale)
    guard silent > 0 else { return "" }
    return " News may be missing: \(count(silent)) of \(count(system.feeds.count)) feeds "
      + (silent == 1 ? "is" : "are") + " silent for too long."
  }

  private func counts(_ digest: Digest) -> String {
    let since = "Since \(moment(digest.span.since))"
    let failed = digest[.failed]
    let (grace, hold) = (digest[.recoveredInGrace].count, digest[.recoveredInHold].count)
    let lost = digest[.lost]
    guard failed.count + grace + hold + lost.count > 0 else {
      return "\(since): no payment failed, none was recovered, no subscriber was lost."
    }
    return "\(since): \(number(failed)) failed, \(count(grace + hold)) recovered, "
      + "\(number(lost)) lost."
  }

  /// Returns the sentence about the counts of earlier days; `nil` without any.
  public func comparison(_ digest: Digest) -> String? {
    guard let step = digest.span.step,
      let count = digest.figures.compactMap(\.usual?.earlier.count).max()
    else { return nil }
    let spans = step == .day ? "days" : "weeks"
    return "USUAL is the middle count of the same hours of the last \(count) \(spans), with the "
      + "least and the greatest; a mark is more than noise (95 %)."
  }

  /// Returns the news of the system, a sentence each.
  public func system(_ system: DigestSystem) -> [String] {
    var lines = system.feeds.map { feed in
      let name = [feed.store.title, feed.app?.rawValue].compactMap(\.self).joined(separator: " ")
      return "\(name): last event \(moment(feed.lastEventAt))"
        + (feed.isStale ? ", silent for too long." : ".")
    }
    if system.feeds.isEmpty { lines.append("No store has sent anything yet.") }
    if let refused = system.refused, let all = system.quarantined, all > 0 {
      lines.append(
        "Refused in this time: \(count(refused)); in quarantine: \(count(all)) "
          + "(churntop quarantine list).")
    }
    if let dead = system.undelivered, dead > 0 {
      lines.append("Not delivered for days: \(count(dead)) (churntopd deliveries list).")
    }
    if let late = system.late, late.count > 0, let day = late.firstDay {
      lines.append(
        "Late news: \(count(late.count))\(late.isAtLeast ? "+" : "") changes of earlier days; the "
          + "figures of days from \(day.iso8601) on have changed.")
    }
    return lines
  }

  /// Returns the reason to look at a case, for example `loses access 2025-11-20 14:05Z`.
  public func reason(_ one: Digest.Case) -> String {
    switch one.reason {
    case .losesAccess: "loses access \(moment(one.at))"
    case .failed: "failed \(moment(one.at))"
    }
  }
}

extension Digest.Item {
  /// The name, indented if it is part of the item before.
  public var title: String {
    switch self {
    case .failed: "Failed renewals"
    case .atRisk: "  still open: at risk"
    case .lostAccess: "Lost access, store retries"
    case .recoveredInGrace: "Recovered in grace"
    case .recoveredInHold: "Recovered in hold"
    case .lost: "Lost: ended involuntarily"
    case .canceled: "Ended by a decision"
    case .refunded: "Refunded"
    case .endedOther: "Ended, cause unknown"
    case .renewalOff: "Turned auto-renew off"
    case .purchased: "Purchased"
    case .promptsShown: "Prompts shown"
    case .promptsDue: "Prompts due now"
    case .becameDue: "  became due since"
    case .losesAccessSoon: "Grace: lose access in 24 h"
    }
  }

  /// A Boolean value that indicates whether the item is shown also without a count.
  var isAlwaysShown: Bool {
    switch self {
    case .failed, .recoveredInGrace, .recoveredInHold, .lost, .promptsDue, .losesAccessSoon: true
    case .atRisk, .lostAccess, .canceled, .refunded, .endedOther, .renewalOff, .purchased,
      .promptsShown, .becameDue:
      false
    }
  }
}

extension Digest {
  /// Returns the filter for the subscribers that make an item up, beside a filter of the digest's
  /// own; `nil` if none does.
  public func filter(of item: Item) -> String? {
    let ended = "ended>=\(span.since.rfc3339) env:production"
    let failed = "failed>=\(span.since.rfc3339) env:production"
    // The first bound spares the ledger the episodes of all years.
    let recovered =
      "failed>=\(span.failures.lowerBound.rfc3339) recovered>=\(span.since.rfc3339) env:production"
    switch item {
    case .failed: return failed
    case .atRisk: return failed + " outcome:open"
    case .recoveredInGrace, .recoveredInHold: return "\(recovered) outcome:\(item.rawValue)"
    case .lost, .canceled, .refunded, .endedOther:
      let reasons = EndReason.allCases.filter { $0.digestItem == item }.map(\.rawValue)
      return "reason:\(reasons.joined(separator: ",")) \(ended)"
    case .promptsDue: return "due:now env:production"
    case .losesAccessSoon: return "state:grace loses<24h env:production"
    case .lostAccess, .renewalOff, .purchased, .promptsShown, .becameDue: return nil
    }
  }
}
