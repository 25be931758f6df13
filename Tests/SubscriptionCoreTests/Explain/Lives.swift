import SubscriptionCore
import Testing

/// A subscription at an instant, in one of the states and flags that ``Explanation`` knows.
struct Life: Sendable {
  var name: String
  var now: String
  var story: Story
  var related: [RelatedPurchase] = []

  /// Everything said of it, a sentence a line, with its topic.
  func sentences() throws -> [String] {
    let subscriber = try story.subscriber(beside: related)
    return Explanation(of: subscriber, at: at(now), policy: .standard).sentences.map {
      "  " + $0.topic.rawValue.padded(to: 9) + $0.text
    }
  }

  /// The life of a name.
  static func named(_ name: String) throws -> Life {
    try #require((appStore + googlePlay).first { $0.name == name })
  }

  /// Everything said of it, in one text.
  func told() throws -> String { try sentences().joined(separator: "\n") }

  /// The name, what is projected, and everything said.
  func picture() throws -> String {
    let subscriber = try story.subscriber(beside: related)
    let status = subscriber.status(at: at(now), policy: .standard)
    let spans = subscriber.timeline(at: at(now), policy: .standard).map { span in
      span.kind.rawValue + (span.access ? "+" : "-")
        + (span.to.map { " to " + String($0.rfc3339.prefix(10)) } ?? "")
    }
    let flags = status.flags.map(\.rawValue).sorted().joined(separator: " ")
    let head = "# \(name): \(status.state.rawValue)" + (flags.isEmpty ? "" : " (\(flags))")
    return ([head, "  timeline " + spans.joined(separator: ", ")] + (try sentences()))
      .joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

// MARK: What the lives are made of

extension Story {
  /// A Google Play subscription of 4.99 EUR a month.
  static func play(_ change: (inout Story) -> Void = { _ in }) -> Story {
    var story = Story.googlePlay()
    story.usual.app = "com.example.reader"
    story.usual.price = Money(micros: 4_990_000, currency: "EUR")
    story.events[0].facts.price = story.usual.price
    story.events[0].facts.app = story.usual.app
    change(&story)
    return story
  }

  /// A purchase at Google Play of which nothing but notifications were heard, a day apart.
  static func heardOf(_ kinds: EventKind...) -> Story {
    var story = Story(.googlePlay)
    story.usual = StoreFacts()
    story.usual.purchaseToken = "token-1"
    for (day, kind) in kinds.enumerated() { story.tell(kind, "2023-04-\(10 + day)") }
    return story
  }

  /// A Google Play purchase of 25 May, renewed by the month, of which the first report is a
  /// resource fetched on a day, with 1 September as its expiry.
  static func firstSeen(_ status: StatedStatus, _ day: String) -> Story {
    var story = Story(.googlePlay)
    story.usual.app = "com.example.reader"
    story.tell(.snapshot, day) {
      ($0.status, $0.autoRenew) = (status, true)
      ($0.startedAt, $0.expiresAt) = (at("2023-05-25"), at("2023-09-01"))
      ($0.orderID, $0.paidOrderID) = ("GPA.1..2", "GPA.1..1")
    }
    return story
  }

  /// An App Store subscription.
  static func apple(_ change: (inout Story) -> Void = { _ in }) -> Story {
    var story = Story.appStore()
    change(&story)
    return story
  }

  /// Google says the renewal was declined, a silent day after its date.
  mutating func declineAtPlay(_ change: (inout StoreFacts) -> Void = { _ in }) {
    tell(.billingFailed, "2023-05-02T00:10:00Z") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.grace, at("2023-05-08"), true)
      $0.graceEndsAt = at("2023-05-08")
      change(&$0)
    }
  }

  /// Google says that grace is over.
  mutating func holdAtPlay(_ day: String = "2023-05-08") {
    tell(.holdStarted, day) {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.hold, at(day), true)
    }
  }

  /// Apple says the renewal was declined, with grace until a day where it grants one.
  mutating func declineAtApple(
    graceEnds: String? = nil, _ change: (inout StoreFacts) -> Void = { _ in }
  ) {
    tell(.billingFailed, "2023-05-01") {
      ($0.status, $0.inBillingRetry, $0.autoRenew) = (graceEnds == nil ? .hold : .grace, true, true)
      $0.graceEndsAt = graceEnds.map { at($0) }
      ($0.transactionID, $0.expiresAt) = ("t1", at("2023-05-01"))
      change(&$0)
    }
  }

  /// The store says that it ended.
  mutating func end(_ day: String, _ reason: EndReason) {
    let store = store
    tell(.expired, day) {
      ($0.status, $0.endReason, $0.autoRenew) = (.expired, reason, false)
      if store == .googlePlay { $0.expiresAt = at(day) }
    }
  }
}
