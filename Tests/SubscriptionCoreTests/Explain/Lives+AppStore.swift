import SubscriptionCore
import Testing

extension Life {
  private static func life(
    _ name: String, _ now: String, _ change: (inout Story) -> Void = { _ in }
  ) -> Life {
    Life(name: name, now: now, story: .apple(change))
  }

  /// Every state and flag at the App Store.
  static let appStore: [Life] = appStorePaid + appStoreFailing + appStoreOver

  private static let appStorePaid: [Life] = [
    life("active", "2023-04-20"),
    Life(
      name: "active, auto-renew not stated", now: "2023-04-20",
      story: {
        var story = Story(.appStore)
        story.tell(.snapshot, "2023-04-02") {
          ($0.transactionID, $0.purchasedAt) = ("t1", at("2023-04-01"))
          $0.expiresAt = at("2023-05-01")
        }
        return story
      }()),
    life("active, on trial", "2023-04-20") {
      $0.events[0].facts.offer = Offer(kind: .freeTrial, isIntroductory: true)
    },
    life("active, introductory price", "2023-04-20") {
      $0.events[0].facts.offer = Offer(kind: .payAsYouGo, isIntroductory: true)
    },
    life("active, billing issue announced, with grace", "2023-04-30T12:00:00Z") {
      $0.tell(.billingFailed, "2023-04-30T11:00:00Z", effective: "2023-05-01") {
        ($0.transactionID, $0.expiresAt, $0.autoRenew) = ("t1", at("2023-05-01"), true)
        $0.graceEndsAt = at("2023-05-17")
      }
    },
    life("active, billing issue announced, without grace", "2023-04-30T12:00:00Z") {
      $0.tell(.billingFailed, "2023-04-30T11:00:00Z", effective: "2023-05-01") {
        ($0.transactionID, $0.expiresAt, $0.autoRenew) = ("t1", at("2023-05-01"), true)
      }
    },
    life("active, price consent pending", "2023-04-20") {
      $0.events[0].facts.price = Money(micros: 4_990_000, currency: "USD")
      $0.tell(.priceChanged, "2023-04-15") {
        ($0.autoRenew, $0.priceConsentPending) = (true, true)
        $0.renewalPrice = Money(micros: 5_990_000, currency: "USD")
      }
    },
    life("active, product change pending", "2023-04-20") {
      $0.tell(.productChangeScheduled, "2023-04-15") {
        ($0.autoRenew, $0.nextProduct) = (true, "silver")
      }
    },
    life("active, cancellation of a commitment scheduled", "2023-04-20") {
      $0.tell(.autoRenewDisabled, "2023-04-15") {
        ($0.autoRenew, $0.commitmentPaymentsLeft, $0.status) = (false, 9, .active)
      }
    },
    life("active, refund requested", "2023-04-20") {
      $0.tell(.refundRequested, "2023-04-19") { $0.transactionID = "t1" }
    },
    life("active, family-shared", "2023-04-20") { $0.events[0].facts.familyShared = true },
    life("active, sandbox", "2023-04-20") { $0.events[0].facts.environment = .sandbox },
    life("active, recovered in grace", "2023-05-20") {
      $0.declineAtApple(graceEnds: "2023-05-17")
      $0.tell(.recovered, "2023-05-10") {
        ($0.transactionID, $0.purchasedAt, $0.expiresAt) = (
          "t2", at("2023-05-10"), at("2023-06-01")
        )
        ($0.status, $0.autoRenew) = (.active, true)
      }
    },
    life("active, recovered in retry", "2023-06-01") {
      $0.declineAtApple()
      $0.tell(.recovered, "2023-05-20") {
        ($0.transactionID, $0.purchasedAt, $0.expiresAt) = (
          "t2", at("2023-05-20"), at("2023-06-20")
        )
        ($0.status, $0.autoRenew) = (.active, true)
      }
    },
    Life(
      name: "active, recovered beside another purchase", now: "2023-05-21",
      story: .apple {
        $0.declineAtApple()
        $0.tell(.recovered, "2023-05-20") {
          ($0.transactionID, $0.purchasedAt, $0.expiresAt) = (
            "t2", at("2023-05-20"), at("2023-06-20")
          )
          ($0.status, $0.autoRenew) = (.active, true)
        }
      },
      related: [
        RelatedPurchase(
          subscription: "as_2", product: "silver", group: "g2", purchasedAt: at("2023-05-05"))
      ]),
    life("renewal pending", "2023-05-01T08:00:00Z"),
    life("renewal pending, price consent pending", "2023-05-01T08:00:00Z") {
      $0.tell(.priceChanged, "2023-04-15") { ($0.autoRenew, $0.priceConsentPending) = (true, true) }
    },
    life("renewal pending for a year", "2024-05-01"),
    life("canceled", "2023-04-20") {
      $0.tell(.autoRenewDisabled, "2023-04-15") {
        ($0.autoRenew, $0.canceledAt) = (false, at("2023-04-15"))
      }
    },
    life("canceled, its date not stated", "2023-04-20") {
      $0.tell(.snapshot, "2023-04-15") { ($0.status, $0.autoRenew) = (.active, false) }
    },
    life("canceled, product not for sale", "2023-04-20") {
      $0.tell(.autoRenewDisabled, "2023-04-15") {
        ($0.autoRenew, $0.endReason) = (false, .productUnavailable)
      }
    },
    life("canceled, price not agreed to", "2023-04-20") {
      $0.tell(.autoRenewDisabled, "2023-04-15") {
        ($0.autoRenew, $0.endReason) = (false, .priceIncrease)
      }
    },
    life("canceled, no reason", "2023-04-20") {
      $0.tell(.autoRenewDisabled, "2023-04-15") { ($0.autoRenew, $0.endReason) = (false, .other) }
    },
  ]

  private static let appStoreFailing: [Life] = [
    life("grace", "2023-05-03T12:30:00Z") { $0.declineAtApple(graceEnds: "2023-05-17") },
    life("grace whose end was not stated", "2023-05-03") {
      $0.declineAtApple(graceEnds: "2023-05-17") { $0.graceEndsAt = nil }
    },
    life("grace, price consent pending", "2023-05-03") {
      $0.declineAtApple(graceEnds: "2023-05-17") { $0.priceConsentPending = true }
    },
    life("grace, another product chosen", "2023-05-03") {
      $0.declineAtApple(graceEnds: "2023-05-17") { $0.nextProduct = "silver" }
    },
    life("grace of a commitment, cancellation scheduled", "2023-05-03") {
      $0.declineAtApple(graceEnds: "2023-05-17") {
        ($0.autoRenew, $0.commitmentPaymentsLeft) = (false, 9)
      }
    },
    life("grace, family-shared", "2023-05-03") {
      $0.declineAtApple(graceEnds: "2023-05-17") { $0.familyShared = true }
    },
    life("retry without grace", "2023-05-10") { $0.declineAtApple() },
    life("retry after grace", "2023-05-20") {
      $0.declineAtApple(graceEnds: "2023-05-17")
      $0.tell(.holdStarted, "2023-05-17T00:01:00Z", effective: "2023-05-17") {
        ($0.status, $0.inBillingRetry, $0.autoRenew) = (.hold, true, true)
      }
    },
    life("retry, product not for sale", "2023-05-10") {
      $0.declineAtApple { $0.endReason = .productUnavailable }
    },
    life("retry, auto-renew off", "2023-05-10") {
      $0.declineAtApple { ($0.autoRenew, $0.endReason) = (false, .billing) }
    },
    life("retry, sandbox", "2023-05-01T00:05:00Z") {
      $0.usual.environment = .sandbox
      $0.declineAtApple()
    },
    life("retry past its end", "2023-07-02") { $0.declineAtApple() },
    Life(
      name: "retry, another plan bought meanwhile", now: "2023-05-10",
      story: .apple { $0.declineAtApple() },
      related: [
        RelatedPurchase(
          subscription: "as_2", product: "silver", group: "g2", purchasedAt: at("2023-05-05"))
      ]),
  ]

  private static let appStoreOver: [Life] = [
    life("ended, canceled in time", "2023-05-02") {
      $0.tell(.autoRenewDisabled, "2023-04-15") { $0.autoRenew = false }
      $0.end("2023-05-01", .voluntary)
    },
    life("ended, canceled in grace", "2023-05-20") {
      $0.declineAtApple(graceEnds: "2023-05-17")
      $0.tell(.autoRenewDisabled, "2023-05-06") { $0.autoRenew = false }
    },
    life("ended, canceled in retry", "2023-06-20") {
      $0.declineAtApple(graceEnds: "2023-05-17")
      $0.tell(.holdStarted, "2023-05-17") { ($0.status, $0.inBillingRetry) = (.hold, true) }
      $0.end("2023-06-04", .voluntary)
    },
    life("ended, never collected", "2023-07-10") {
      $0.declineAtApple(graceEnds: "2023-05-17")
      $0.end("2023-06-30", .billing)
    },
    life("ended, price not agreed to", "2023-05-02") {
      $0.tell(.priceChanged, "2023-04-15") { ($0.autoRenew, $0.priceConsentPending) = (true, true) }
      $0.end("2023-05-01", .priceIncrease)
    },
    life("ended, product not for sale", "2023-05-02") { $0.end("2023-05-01", .productUnavailable) },
    life("ended, no reason", "2023-05-02") { $0.end("2023-05-01", .other) },
    life("refunded, auto-renew on", "2023-04-12") {
      $0.tell(.refunded, "2023-04-10") {
        ($0.transactionID, $0.revokedAt, $0.status) = ("t1", at("2023-04-10"), .revoked)
        $0.endReason = .refund
      }
    },
    life("refunded, auto-renew off", "2023-04-12") {
      $0.tell(.refunded, "2023-04-10") {
        ($0.transactionID, $0.revokedAt, $0.status) = ("t1", at("2023-04-10"), .revoked)
        ($0.endReason, $0.autoRenew) = (.refund, false)
      }
    },
    life("family sharing ended", "2023-04-12") {
      $0.tell(.revoked, "2023-04-10") {
        ($0.transactionID, $0.revokedAt, $0.status) = ("t1", at("2023-04-10"), .revoked)
        $0.endReason = .familySharing
      }
    },
    life("superseded", "2023-04-12") {
      $0.tell(.superseded, "2023-04-10") { $0.isUpgraded = true }
    },
    Life(
      name: "unknown", now: "2023-04-12",
      story: {
        var story = Story(.appStore)
        story.tell(.unrecognized, "2023-04-10")
        return story
      }()),
  ]
}
