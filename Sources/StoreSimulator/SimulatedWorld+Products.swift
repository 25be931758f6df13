import SubscriptionCore

/// The stores' settings of the simulated app's products.
///
/// The world runs by the same settings: periods, prices, grace and offers.
extension SimulatedWorld {
  /// The app's Apple ID.
  public static let appNumber = "1234567890"
  /// The identifier of the one subscription group.
  static let groupNumber = "21000001"

  // MARK: Google Play

  /// The `Subscription` resources of `monetization.subscriptions.list`, one per product.
  public static var playSubscriptions: [String] {
    Plan.allCases.map { plan in
      JSONObject.make { body in
        body.add("packageName", package.rawValue)
        body.add("productId", plan.product.rawValue)
        body.add("basePlans", raw: "[\(playBasePlan(plan))]")
        body.add("listings", raw: "[{\"languageCode\":\"en-US\",\"title\":\"\(plan.title)\"}]")
      }
    }
  }

  /// The `SubscriptionOffer` resources of `basePlans.offers.list`: a free week, and the paid
  /// introductory offers.
  public static var playOffers: [String] {
    Plan.allCases.flatMap { plan in
      [playOffer("free-week", of: plan, periods: 1, "P1W") { _ in "\"free\":{}" }]
        + Introduction.all(for: plan).map { introduction in
          playOffer(
            introduction.offerID, of: plan, periods: introduction.periodsLeft,
            (introduction.ahead ?? plan.period).description
          ) { country in
            let paid = introduction.price(of: plan.milliunits(in: country))
            return "\"price\":" + GooglePlayPayloadEncoder.money(paid, country)
          }
        }
    }
  }

  private static func playOffer(
    _ name: String, of plan: Plan, periods: Int, _ duration: String, terms: (Country) -> String
  ) -> String {
    let regions = Country.allCases.map { country in
      "{\"regionCode\":\"\(country.rawValue)\"," + terms(country) + "}"
    }
    let phase = JSONObject.make { phase in
      phase.add("recurrenceCount", Int64(periods))
      phase.add("duration", duration)
      phase.add("regionalConfigs", raw: "[\(regions.joined(separator: ","))]")
    }
    return JSONObject.make { body in
      body.add("packageName", package.rawValue)
      body.add("productId", plan.product.rawValue)
      body.add("basePlanId", plan.basePlan)
      body.add("offerId", name)
      body.add("state", "ACTIVE")
      body.add("phases", raw: "[\(phase)]")
    }
  }

  private static func playBasePlan(_ plan: Plan) -> String {
    let terms = JSONObject.make { terms in
      let grace = plan.graceDays(at: .googlePlay)
      terms.add("billingPeriodDuration", plan.period.description)
      terms.add("gracePeriodDuration", "P\(grace)D")
      terms.add("accountHoldDuration", "P\(60 - grace)D")
      if let payments = plan.commitment { terms.add("committedPaymentsCount", Int64(payments)) }
      terms.add("prorationMode", "SUBSCRIPTION_PRORATION_MODE_CHARGE_ON_NEXT_BILLING_DATE")
      terms.add("resubscribeState", "RESUBSCRIBE_STATE_ACTIVE")
    }
    let regions = Country.allCases.map { country in
      let price = GooglePlayPayloadEncoder.money(plan.milliunits(in: country), country)
      return "{\"regionCode\":\"\(country.rawValue)\",\"price\":\(price)}"
    }
    return JSONObject.make { body in
      body.add("basePlanId", plan.basePlan)
      body.add("state", "ACTIVE")
      let kind = plan.commitment == nil ? "autoRenewingBasePlanType" : "installmentsBasePlanType"
      body.add(kind, raw: terms)
      body.add("regionalConfigs", raw: "[\(regions.joined(separator: ","))]")
    }
  }

  // MARK: App Store Connect

  /// Returns the items of a list or the one resource, and the included resources, of an answer of
  /// the App Store Connect API, to be divided into pages; `nil` for an unknown path.
  public static func connectAnswer(
    _ path: [String]
  ) -> (items: [String], included: [String], isList: Bool)? {
    guard path.first == "v1" else { return nil }
    switch Array(path.dropFirst()) {
    case ["apps"]:
      let app = "\"attributes\":{\"bundleId\":\"\(bundle.rawValue)\",\"name\":\"Kawaraban\"}"
      return (["{\"type\":\"apps\",\"id\":\"\(appNumber)\",\(app)}"], [], true)
    case ["apps", appNumber, "subscriptionGracePeriod"]:
      let attributes = JSONObject.make { body in
        body.add("optIn", true)
        body.add("sandboxOptIn", true)
        body.add("duration", "SIXTEEN_DAYS")
        body.add("renewalType", "PAID_TO_PAID_ONLY")
      }
      return (
        [
          "{\"type\":\"subscriptionGracePeriods\",\"id\":\"\(appNumber)\","
            + "\"attributes\":\(attributes)}"
        ], [], false
      )
    case ["apps", appNumber, "subscriptionGroups"]:
      return (
        [
          "{\"type\":\"subscriptionGroups\",\"id\":\"\(groupNumber)\","
            + "\"attributes\":{\"referenceName\":\"Kawaraban\"}}"
        ], [], true
      )
    case ["subscriptionGroups", groupNumber, "subscriptions"]:
      return (Plan.allCases.map(connectSubscription), [], true)
    case let rest where rest.count == 3 && rest[0] == "subscriptions":
      guard let plan = Plan.allCases.first(where: { connectNumber(of: $0) == rest[1] }) else {
        return nil
      }
      switch rest[2] {
      case "prices": return connectPrices(of: plan)
      case "introductoryOffers":
        return (
          [
            "{\"type\":\"subscriptionIntroductoryOffers\",\"id\":\"i\(rest[1])\",\"attributes\":"
              + "{\"duration\":\"ONE_WEEK\",\"offerMode\":\"FREE_TRIAL\",\"numberOfPeriods\":1}}"
          ], [], true
        )
      case "promotionalOffers": return ([], [], true)
      default: return nil
      }
    default: return nil
    }
  }

  private static func connectNumber(of plan: Plan) -> String {
    "64000000" + String(10 + (Plan.allCases.firstIndex(of: plan) ?? 0))
  }

  private static func connectSubscription(_ plan: Plan) -> String {
    let attributes = JSONObject.make { body in
      body.add("name", plan.title)
      body.add("productId", plan.product.rawValue)
      body.add("subscriptionPeriod", plan.connectPeriod)
      body.add("groupLevel", Int64(plan.level))
      body.add("state", "APPROVED")
    }
    return
      "{\"type\":\"subscriptions\",\"id\":\"\(connectNumber(of: plan))\","
      + "\"attributes\":\(attributes)}"
  }

  private static func connectPrices(
    of plan: Plan
  ) -> (items: [String], included: [String], isList: Bool) {
    var items: [String] = []
    var included: [String] = []
    for country in Country.allCases {
      let (territory, point) = (country.storefront, "\(plan.rawValue)-\(country.rawValue)")
      let amount = Money(
        milliunits: plan.milliunits(in: country), currency: country.currency
      ).decimal
      items.append(
        "{\"type\":\"subscriptionPrices\",\"id\":\"p-\(point)\",\"attributes\":"
          + "{\"startDate\":null,\"preserved\":false},\"relationships\":{\"territory\":{\"data\":"
          + "{\"type\":\"territories\",\"id\":\"\(territory)\"}},\"subscriptionPricePoint\":"
          + "{\"data\":{\"type\":\"subscriptionPricePoints\",\"id\":\"\(point)\"}}}}")
      included.append(
        "{\"type\":\"subscriptionPricePoints\",\"id\":\"\(point)\",\"attributes\":"
          + "{\"customerPrice\":\"\(amount)\"}}")
      included.append(
        "{\"type\":\"territories\",\"id\":\"\(territory)\",\"attributes\":"
          + "{\"currency\":\"\(country.currency)\"}}")
    }
    return (items, included, true)
  }
}

extension Plan {
  /// The name that customers see.
  var title: String {
    switch self {
    case .weekly: "Kawaraban Weekly"
    case .monthly: "Kawaraban Monthly"
    case .monthlyPremium: "Kawaraban Premium Monthly"
    case .quarterly: "Kawaraban Quarterly"
    case .annual: "Kawaraban Annual"
    case .annualPremium: "Kawaraban Premium Annual"
    case .committed: "Kawaraban Monthly for a Year"
    }
  }

  /// The level within Apple's subscription group.
  fileprivate var level: Int {
    switch self {
    case .annualPremium, .monthlyPremium: 1
    case .annual, .quarterly, .monthly, .committed, .weekly: 2
    }
  }

  /// The period in App Store Connect's terms.
  fileprivate var connectPeriod: String {
    switch self {
    case .weekly: "ONE_WEEK"
    case .monthly, .monthlyPremium, .committed: "ONE_MONTH"
    case .quarterly: "THREE_MONTHS"
    case .annual, .annualPremium: "ONE_YEAR"
    }
  }
}
