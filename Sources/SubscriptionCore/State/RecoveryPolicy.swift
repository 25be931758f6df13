/// The lengths of the stores' grace and retries after a failed renewal, for dates that they do not
/// state.
///
/// A stated date always has precedence over one from here. The App Store retries for 60 days in
/// all, grace included; Google Play's hold is a setting of the base plan, by default 60 days minus
/// grace (<doc:States#Recovery-side-by-side>).
public struct RecoveryPolicy: Hashable, Sendable, Codable {
  /// The App Store's grace setting, one for all products of an app.
  public enum AppStoreGrace: String, Hashable, Sendable, CaseIterable, Codable {
    /// No grace, the default.
    case off
    /// Three days.
    case threeDays = "3d"
    /// Sixteen days; six for a weekly subscription.
    case sixteenDays = "16d"
    /// Twenty-eight days; six for a weekly subscription.
    case twentyEightDays = "28d"
  }

  /// Google Play's settings of a base plan.
  public struct PlayRecovery: Hashable, Sendable, Codable {
    /// Whole days of grace, 0 to 30; `nil` for Play's default by billing period.
    public var graceDays: Int?
    /// Whole days of account hold, 0 to 60; `nil` for Play's default at the time of the failure.
    public var holdDays: Int?

    /// Creates settings; values outside Play's limits are clamped.
    public init(graceDays: Int? = nil, holdDays: Int? = nil) {
      self.graceDays = graceDays.map { min(max($0, 0), 30) }
      self.holdDays = holdDays.map { min(max($0, 0), 60) }
    }

    /// The days that grace and hold last together (<doc:GooglePlayRules#Grace-and-hold>).
    public static let daysTogether = 30...60

    /// The lengths of hold that Google Play permits beside the grace; where none is stated, beside
    /// seven days, its default for a month.
    public var permittedHolds: ClosedRange<Int> {
      let (limits, grace) = (Self.daysTogether, graceDays ?? 7)
      return limits.lowerBound - grace...limits.upperBound - grace
    }

    /// A sentence about grace and hold that Google Play does not permit together; `nil` if it
    /// does, or if one of both is not stated.
    public var problem: String? {
      let limits = Self.daysTogether
      guard let graceDays, let holdDays, !limits.contains(graceDays + holdDays) else { return nil }
      return
        "Google Play permits \(limits.lowerBound) to \(limits.upperBound) days of grace and hold "
        + "together, and graceDays \(graceDays) with holdDays \(holdDays) are "
        + "\(graceDays + holdDays)."
    }

    /// The settings with the hold nearest to the stated one that Google Play permits beside grace.
    var fitted: PlayRecovery {
      guard problem != nil, let holdDays else { return self }
      let limits = permittedHolds
      let fit = min(max(holdDays, limits.lowerBound), limits.upperBound)
      return PlayRecovery(graceDays: graceDays, holdDays: fit)
    }
  }

  /// The App Store's grace setting.
  public var appStoreGrace: AppStoreGrace
  /// Google Play's settings for products without their own.
  public var googlePlay: PlayRecovery
  /// Google Play's settings by product identifier.
  public var googlePlayProducts: [String: PlayRecovery]

  /// Creates a policy; omitted settings are the store's default.
  public init(
    appStoreGrace: AppStoreGrace = .off, googlePlay: PlayRecovery = PlayRecovery(),
    googlePlayProducts: [String: PlayRecovery] = [:]
  ) {
    self.appStoreGrace = appStoreGrace
    self.googlePlay = googlePlay
    self.googlePlayProducts = googlePlayProducts
  }

  /// The stores' defaults: no grace at the App Store, grace and hold at Google Play.
  public static let standard = RecoveryPolicy()
}

/// The properties of a purchase on which the lengths depend, in addition to the policy.
public struct RecoveryTerms: Hashable, Sendable {
  /// The store that retries.
  public var store: Store
  /// The environment the purchase was made in; only production runs in real time.
  public var environment: StoreEnvironment
  /// The billing period, if it is known.
  public var period: BillingPeriod?
  /// The product, if it is known.
  public var product: ProductID?
  /// Google's grace and hold according to the product catalogue.
  public var settings = RecoveryPolicy.PlayRecovery()
  /// The App Store's grace according to the product catalogue.
  public var appStoreGrace: AppStoreGraceSetting?

  /// Creates terms without settings from the product catalogue.
  public init(
    store: Store, environment: StoreEnvironment, period: BillingPeriod? = nil,
    product: ProductID? = nil
  ) {
    (self.store, self.environment, self.period, self.product) =
      (store, environment, period, product)
  }
}

// MARK: Lengths

extension RecoveryPolicy {
  /// The longest time for which a store retries a failed renewal, grace included, under any policy
  /// (<doc:States#Recovery-side-by-side> and <doc:GooglePlayRules#Grace-and-hold>).
  public static let longestTries = Duration.days(60)

  /// The length of time for which an undelivered notification is sent again: the App Store's last
  /// attempt is six days and a half after the first (<doc:AppStoreRules#Notifications>).
  static let deliveryTail = Duration.days(7)

  /// The least length of time for which Google Play retries a failed renewal, grace included, under
  /// any settings (<doc:GooglePlayRules#Grace-and-hold>).
  static let shortestTries = Duration.days(30)

  /// Returns the length of grace after a failed renewal; `nil` if there is none.
  ///
  /// Google's former help gave three days for weekly plans and seven for longer ones as defaults;
  /// grace never outlasts the billing period. The sandbox lengths are <doc:GoldenCases#G5> and
  /// <doc:GoldenCases#G6>, the ones of Xcode StoreKitTest's (<doc:AppStoreRules#Sandbox-and-Xcode>
  /// and <doc:GooglePlayRules#Testers>).
  public func grace(_ terms: RecoveryTerms) -> Duration? {
    switch terms.store {
    case .appStore:
      let length = terms.appStoreGrace?.length ?? appStoreGrace
      let inSandbox = terms.environment == .sandbox ? terms.appStoreGrace?.inSandbox : nil
      guard inSandbox ?? (length != .off) else { return nil }
      switch terms.environment {
      case .production: return .days(length.days(terms.period))
      case .sandbox: return .minutes(5)
      case .local: return terms.period.isWeekly ? .seconds(154) : .seconds(150)
      }
    case .googlePlay:
      let days = play(terms).graceDays ?? (terms.period.isWeekly ? 3 : 7)
      guard days > 0 else { return nil }
      guard terms.environment == .production else { return .minutes(5) }
      return .days(min(days, terms.period?.nominal.wholeDays ?? 30))
    }
  }

  /// Returns the longest grace the store could have granted, for grace whose end it did not state.
  public func longestGrace(_ terms: RecoveryTerms) -> Duration {
    guard terms.environment == .production else { return .minutes(5) }
    switch terms.store {
    case .appStore: return .days(terms.period.isWeekly ? 6 : 28)
    case .googlePlay: return .days(min(30, terms.period?.nominal.wholeDays ?? 30))
    }
  }

  /// Returns the instant at which the store's retries end.
  ///
  /// The App Store's 60 days begin at the failed renewal and include grace
  /// (<doc:EdgeCases#Case-5>). At Google Play a hold of fixed length follows the grace; since 28
  /// October 2025 the default hold is what grace leaves of 60 days, before that it was 30 days
  /// (<doc:GooglePlayRules#Grace-and-hold>).
  ///
  /// - Parameters:
  ///   - failure: The failed renewal.
  ///   - graceEnds: The end of grace, stated or projected; `nil` without grace.
  ///   - terms: The store, the environment, the period and the product.
  /// - Returns: The end; at Google Play never before the end of grace.
  public func retryEnd(
    failure: Timestamp, graceEnds: Timestamp?, terms: RecoveryTerms
  ) -> Timestamp {
    switch terms.store {
    case .appStore:
      guard terms.environment != .production else { return failure + .days(60) }
      // Twice the monthly period, of which grace is half where a tester changed the rate.
      let grace = graceEnds.map { $0 - failure } ?? .zero
      return failure + (grace > .minutes(6) ? grace * 4 : .minutes(10))
    case .googlePlay:
      let (holdStart, days) = (graceEnds ?? failure, play(terms).holdDays)
      guard terms.environment == .production || days == 0 else { return holdStart + .minutes(10) }
      if let days { return holdStart + .days(days) }
      guard failure >= Self.remainderHoldSince else { return holdStart + .days(30) }
      return max(failure + .days(60), holdStart)
    }
  }

  /// Returns the length of time for which access continues past the paid-through date without a
  /// statement of the store.
  ///
  /// Google's silent grace lasts at least a day, and its lifecycle page allows two
  /// (<doc:EdgeCases#Case-12>); the App Store renews within a day of the date.
  public static func silentWindow(_ store: Store, _ environment: StoreEnvironment) -> Duration {
    guard environment == .production else { return .minutes(5) }
    switch store {
    case .appStore: return .hours(24)
    case .googlePlay: return .hours(48)
    }
  }

  /// Returns the time after the end of a store's retries at which the subscription counts as ended
  /// without a statement.
  ///
  /// 60 days is nominal: an end after 63.3 days was observed (<doc:AppStoreRules#Grace-and-retry>),
  /// hence five.
  public static func endAllowance(_ environment: StoreEnvironment) -> Duration {
    environment == .production ? .days(5) : .minutes(5)
  }

  /// Returns the maximum delay between a renewal date and the first report of its failure.
  static func failureWindow(_ environment: StoreEnvironment) -> Duration {
    environment == .production ? .hours(48) : .minutes(5)
  }

  /// Returns the delay after the paid-through date within which a report of failure refers to that
  /// date.
  static func settling(_ environment: StoreEnvironment) -> Duration {
    environment == .production ? .hours(1) : .minutes(1)
  }

  /// The date since which Play's default hold is the rest of 60 days after grace.
  private static let remainderHoldSince = Timestamp(seconds: 1_761_609_600)  // 2025-10-28

  private func play(_ terms: RecoveryTerms) -> PlayRecovery {
    let own = terms.product.flatMap { product in
      googlePlayProducts.isEmpty ? nil : googlePlayProducts[product.rawValue]
    }
    let known = terms.settings
    // The product's configuration has precedence, then the catalogue, then the default.
    return PlayRecovery(
      graceDays: own?.graceDays ?? known.graceDays ?? (own == nil ? googlePlay.graceDays : nil),
      holdDays: own?.holdDays ?? known.holdDays ?? (own == nil ? googlePlay.holdDays : nil))
  }
}

extension RecoveryPolicy.AppStoreGrace {
  /// Returns the length in days; for a weekly subscription six at most.
  fileprivate func days(_ period: BillingPeriod?) -> Int {
    switch self {
    case .off: 0
    case .threeDays: 3
    case .sixteenDays: period.isWeekly ? 6 : 16
    case .twentyEightDays: period.isWeekly ? 6 : 28
    }
  }
}

extension BillingPeriod? {
  /// A Boolean value that indicates whether the period is known to be a week or less.
  var isWeekly: Bool { map { $0.nominal <= .days(7) } ?? false }
}
