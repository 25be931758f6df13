import SubscriptionCore
import Testing

/// One subscription in each state, at an instant, with what `churntop explain` says about it.
struct Tale: Sendable {
  var name: String
  var now: String
  var story: Story
  var related: [RelatedPurchase] = []

  func sentences() throws -> [String] {
    Explanation.sentences(
      for: try story.subscriber(beside: related), at: at(now), policy: .standard)
  }
}

extension Tale {
  private static func play(_ change: (inout Story) -> Void) -> Story {
    var story = Story.googlePlay()
    story.usual.app = "com.example.reader"
    story.usual.price = Money(micros: 4_990_000, currency: "EUR")
    change(&story)
    return story
  }

  private static func apple(_ change: (inout Story) -> Void) -> Story {
    var story = Story.appStore()
    change(&story)
    return story
  }

  static let grace = Tale(
    name: "grace", now: "2023-05-03T12:30:00Z",
    story: play { story in
      story.tell(.billingFailed, "2023-05-01T00:10:00Z") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.grace, at("2023-05-15"), true)
      }
      story.record(.promptShown, "2023-05-02T09:00:00Z", step: 2)
    })

  static let graceWithoutEnd = Tale(
    name: "grace without an end", now: "2023-05-03",
    story: apple { story in
      story.tell(.billingFailed, "2023-05-01") {
        ($0.status, $0.inBillingRetry, $0.autoRenew) = (.grace, true, true)
        ($0.transactionID, $0.expiresAt) = ("t1", at("2023-05-01"))
      }
    })

  static let hold = Tale(
    name: "hold", now: "2023-05-10T06:00:00Z",
    story: apple { story in
      story.tell(.billingFailed, "2023-05-01") {
        ($0.status, $0.inBillingRetry, $0.autoRenew) = (.hold, true, true)
        ($0.transactionID, $0.expiresAt) = ("t1", at("2023-05-01"))
      }
      story.record(.promptShown, "2023-05-08", step: 2)
    })

  static let active = Tale(
    name: "active", now: "2023-04-20",
    story: apple {
      $0.events[0].facts.offer = Offer(
        kind: .freeTrial, isIntroductory: true)
    })

  static let recovered = Tale(
    name: "recovered", now: "2023-05-12",
    story: play { story in
      story.tell(.billingFailed, "2023-05-01") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.grace, at("2023-05-15"), true)
      }
      story.tell(.renewed, "2023-05-10") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-01"), true)
      }
    })

  static let silent = Tale(
    name: "silent grace", now: "2023-05-01T08:00:00Z", story: play { _ in })

  static let paused = Tale(
    name: "paused", now: "2023-05-03",
    story: play { story in
      story.tell(.paused, "2023-05-01") {
        ($0.status, $0.autoRenew, $0.resumesAt) = (.paused, true, at("2023-06-01"))
      }
    })

  static let canceled = Tale(
    name: "canceled", now: "2023-04-20",
    story: apple { story in
      story.tell(.autoRenewDisabled, "2023-04-15") {
        ($0.autoRenew, $0.canceledAt) = (false, at("2023-04-15"))
      }
    })

  static let expired = Tale(
    name: "ran out", now: "2023-07-10",
    story: apple { story in
      story.tell(.billingFailed, "2023-05-01") {
        ($0.status, $0.inBillingRetry, $0.autoRenew) = (.hold, true, true)
      }
      story.tell(.expired, "2023-06-30") { ($0.status, $0.endReason) = (.expired, .billing) }
    })

  static let left = Tale(
    name: "left", now: "2023-05-02",
    story: apple { story in
      story.tell(.autoRenewDisabled, "2023-04-15") {
        ($0.autoRenew, $0.canceledAt) = (false, at("2023-04-15"))
      }
      story.tell(.expired, "2023-05-01") { ($0.status, $0.endReason) = (.expired, .voluntary) }
    })

  static let refunded = Tale(
    name: "refunded", now: "2023-04-12",
    story: apple { story in
      story.tell(.refunded, "2023-04-10") {
        ($0.transactionID, $0.revokedAt, $0.status) = ("t1", at("2023-04-10"), .revoked)
      }
    })

  static let superseded = Tale(
    name: "superseded", now: "2023-04-12",
    story: play { story in
      story.tell(.superseded, "2023-04-10") { $0.replacedBy = "gp_2" }
    })

  static let pending = Tale(
    name: "pending", now: "2023-04-02",
    story: {
      var story = Story(.googlePlay)
      story.tell(.purchasePending, "2023-04-01") { $0.status = .pending }
      return story
    }())

  static let family = Tale(
    name: "family-shared sandbox", now: "2023-05-03",
    story: apple { story in
      story.usual.familyShared = true
      story.usual.environment = .sandbox
      story.tell(.billingFailed, "2023-05-01") {
        ($0.status, $0.inBillingRetry, $0.autoRenew) = (.hold, true, true)
      }
    })

  static let doubly = Tale(
    name: "bought another plan", now: "2023-05-10",
    story: hold.story,
    related: [
      RelatedPurchase(
        subscription: "as_2", product: "silver", group: "g2", purchasedAt: at("2023-05-05"))
    ])

  static let all = [
    grace, graceWithoutEnd, hold, active, recovered, silent, paused, canceled, expired, left,
    refunded, superseded, pending, family, doubly,
  ]
}
