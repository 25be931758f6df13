import SubscriptionCore
import Testing

extension Life {
  private static func life(
    _ name: String, _ now: String, _ change: (inout Story) -> Void = { _ in }
  ) -> Life {
    Life(name: name, now: now, story: .play(change))
  }

  /// Every state and flag at Google Play.
  static let googlePlay: [Life] = playPaid + playFailing + playOver

  private static let playPaid: [Life] = [
    life("active", "2023-04-20"),
    Life(
      name: "active, beside another purchase", now: "2023-04-20", story: .play { _ in },
      related: [
        RelatedPurchase(subscription: "gp_2", product: "silver", purchasedAt: at("2023-03-15"))
      ]),
    Life(
      name: "active, beside another purchase that ended", now: "2023-04-20",
      story: .play { _ in },
      related: [
        RelatedPurchase(
          subscription: "gp_2", product: "silver", purchasedAt: at("2023-03-15"),
          endedAt: at("2023-04-15"))
      ]),
    life("active, pause pending", "2023-04-20") {
      $0.tell(.pauseScheduled, "2023-04-15") { ($0.status, $0.autoRenew) = (.active, true) }
    },
    life("active, pause pending, its end known", "2023-04-20") {
      $0.tell(.pauseScheduled, "2023-04-15") {
        ($0.status, $0.autoRenew, $0.resumesAt) = (.active, true, at("2023-06-01"))
      }
    },
    life("pause begun by its date alone", "2023-05-01T06:00:00Z") {
      $0.tell(.pauseScheduled, "2023-04-15") { ($0.status, $0.autoRenew) = (.active, true) }
    },
    life("pause begun by its date alone, a year ago", "2024-05-01") {
      $0.tell(.pauseScheduled, "2023-04-15") { ($0.status, $0.autoRenew) = (.active, true) }
    },
    life("paused", "2023-05-03") {
      $0.tell(.paused, "2023-05-01") {
        ($0.status, $0.autoRenew, $0.resumesAt) = (.paused, true, at("2023-06-01"))
      }
    },
    life("paused, its end not known", "2023-05-03") {
      $0.tell(.paused, "2023-05-01") { ($0.status, $0.autoRenew) = (.paused, true) }
    },
    life("pause over, payment not told", "2023-06-01T06:00:00Z") {
      $0.tell(.paused, "2023-05-01") {
        ($0.status, $0.autoRenew, $0.resumesAt) = (.paused, true, at("2023-06-01"))
      }
    },
    life("active, cancellation of instalments scheduled", "2023-04-20") {
      $0.tell(.cancellationScheduled, "2023-04-15") {
        ($0.status, $0.autoRenew, $0.commitmentPaymentsLeft) = (.active, false, 3)
      }
    },
    life("active, cancellation scheduled, payments not stated", "2023-04-20") {
      $0.tell(.cancellationScheduled, "2023-04-15")
    },
    life("active, price consent pending", "2023-04-20") {
      $0.tell(.priceChanged, "2023-04-15") {
        ($0.status, $0.autoRenew, $0.priceConsentPending) = (.active, true, true)
        $0.renewalPrice = Money(micros: 5_990_000, currency: "EUR")
      }
    },
    life("active, product change pending", "2023-04-20") {
      $0.tell(.snapshot, "2023-04-15") {
        ($0.status, $0.autoRenew, $0.nextProduct) = (.active, true, "silver")
        $0.expiresAt = at("2023-05-01")
      }
    },
    life("active, prepaid", "2023-04-20") { $0.events[0].facts.autoRenew = false },
    life("active, not acknowledged", "2023-04-02") {
      $0.events[0].facts.acknowledgementPending = true
    },
    life("active, on trial", "2023-04-20") {
      $0.events[0].facts.offer = Offer(kind: .freeTrial, isIntroductory: true)
    },
    life("active, recovered in grace", "2023-05-12") {
      $0.declineAtPlay()
      $0.tell(.renewed, "2023-05-07") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-01"), true)
      }
    },
    life("active, recovered in hold", "2023-05-25") {
      $0.declineAtPlay()
      $0.holdAtPlay()
      $0.tell(.recovered, "2023-05-20") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-20"), true)
      }
    },
    life("renewal pending (silent grace)", "2023-05-01T08:00:00Z"),
    life("renewal pending for a year", "2024-05-01"),
    life("canceled", "2023-04-20") {
      $0.tell(.autoRenewDisabled, "2023-04-15") {
        ($0.status, $0.autoRenew, $0.endReason) = (.canceled, false, .voluntary)
        ($0.canceledAt, $0.expiresAt) = (at("2023-04-15"), at("2023-05-01"))
      }
    },
    life("canceled by the developer", "2023-04-20") {
      $0.tell(.autoRenewDisabled, "2023-04-15") {
        ($0.status, $0.autoRenew, $0.endReason) = (.canceled, false, .developer)
        $0.expiresAt = at("2023-05-01")
      }
    },
    Life(
      name: "pending", now: "2023-04-02",
      story: {
        var story = Story(.googlePlay)
        story.tell(.purchasePending, "2023-04-01") { $0.status = .pending }
        return story
      }()),
  ]

  private static let playFailing: [Life] = [
    life("grace, told a day after its date", "2023-05-03T12:30:00Z") {
      $0.declineAtPlay()
      $0.record(.promptShown, "2023-05-02T09:00:00Z", step: 2)
    },
    life("grace of instalments, cancellation scheduled", "2023-05-03") {
      $0.tell(.cancellationScheduled, "2023-04-15") {
        ($0.status, $0.autoRenew, $0.commitmentPaymentsLeft) = (.active, false, 3)
      }
      $0.declineAtPlay { ($0.autoRenew, $0.commitmentPaymentsLeft) = (false, 3) }
    },
    life("hold after grace", "2023-05-10") {
      $0.declineAtPlay()
      $0.holdAtPlay()
    },
    life("grace past its expected end", "2023-05-12") {
      $0.tell(.billingFailed, "2023-05-02T00:10:00Z")
    },
    Life(
      name: "grace, failing at its first report", now: "2023-08-31",
      story: .firstSeen(.grace, "2023-08-30")),
    Life(
      name: "hold, failing at its first report", now: "2023-09-06",
      story: .firstSeen(.hold, "2023-09-05")),
    life("hold without grace", "2023-05-10") { $0.holdAtPlay("2023-05-02") },
    life("hold whose grace was not heard of", "2023-05-12") { $0.holdAtPlay("2023-05-08") },
    life("hold after a pause", "2023-06-03") {
      $0.tell(.paused, "2023-05-01") {
        ($0.status, $0.autoRenew, $0.resumesAt) = (.paused, true, at("2023-06-01"))
      }
      $0.holdAtPlay("2023-06-01")
    },
  ]

  private static let playOver: [Life] = [
    life("ended, canceled in grace", "2023-05-20") {
      $0.declineAtPlay()
      $0.end("2023-05-05", .voluntary)
    },
    life("ended, canceled in hold", "2023-06-20") {
      $0.declineAtPlay()
      $0.holdAtPlay()
      $0.end("2023-06-04", .voluntary)
    },
    life("ended, never collected", "2023-07-10") {
      $0.declineAtPlay()
      $0.holdAtPlay()
      $0.end("2023-06-30", .billing)
    },
    life("ended by the developer", "2023-04-12") { $0.end("2023-04-10", .developer) },
    life("ended, prepaid", "2023-05-03") { $0.events[0].facts.autoRenew = false },
    life("refunded in hold", "2023-05-20") {
      $0.declineAtPlay()
      $0.holdAtPlay()
      $0.tell(.refunded, "2023-05-15") {
        ($0.revokedAt, $0.endReason) = (at("2023-05-15"), .refund)
      }
    },
    life("superseded", "2023-04-12") {
      $0.tell(.superseded, "2023-04-10") { $0.replacedBy = "gp_2" }
    },
    Life(
      name: "superseded, and the other purchase ended", now: "2023-05-25",
      story: .play { $0.tell(.superseded, "2023-04-10") { $0.replacedBy = "gp_2" } },
      related: [
        RelatedPurchase(
          subscription: "gp_2", product: "silver", purchasedAt: at("2023-04-10"),
          endedAt: at("2023-05-20"))
      ]),
    Life(
      name: "bought anew while on hold", now: "2023-05-20",
      story: .play {
        $0.declineAtPlay()
        $0.holdAtPlay()
      },
      related: [
        RelatedPurchase(subscription: "gp_2", product: "gold", purchasedAt: at("2023-05-15"))
      ]),
    Life(
      name: "never paid", now: "2023-04-05",
      story: {
        var story = Story(.googlePlay)
        story.tell(.purchasePending, "2023-04-01") { $0.status = .pending }
        story.tell(.pendingPurchaseCanceled, "2023-04-03") { $0.status = .pendingCanceled }
        return story
      }()),
    Life(
      name: "unknown", now: "2023-04-12",
      story: {
        var story = Story(.googlePlay)
        story.tell(.priceChanged, "2023-04-10")
        return story
      }()),
    Life(name: "only heard of, bought", now: "2023-04-12", story: .heardOf(.purchased)),
    Life(name: "only heard of, in hold", now: "2023-04-12", story: .heardOf(.holdStarted)),
    Life(name: "only heard of, ended", now: "2023-04-12", story: .heardOf(.expired)),
  ]
}
