import EventLedger
import SubscriptionCore

/// The lookup of App Store orders, which no notification names: churntopd asks for them.
extension DashboardModel {
  /// Requests the lookup of an order, or says why that is not possible.
  mutating func lookUp(_ order: AppStoreOrderID) -> [Effect] {
    let reason: String? =
      if settings.isDemo {
        "a simulated world has no App Store to ask"
      } else if settings.asOf != nil {
        "orders are looked up in the present only; \(Self.liveWords)"
      } else if settings.isReadOnly {
        "the App Store cannot be asked: READ-ONLY, \(settings.readOnlyReason)"
      } else {
        nil
      }
    if let reason {
      tell("No subscription has order \(order), and \(reason).", .warning)
      return []
    }
    search.order = OrderSearch(order: order, endsAt: machineNow + OrderSearch.patience)
    return [.backgroundTask(.lookUp(order, by: settings.actor, at: machineNow))]
  }

  /// Asks again for the state of a lookup, if it is time.
  mutating func lookAgain() -> [Effect] {
    guard let sought = search.order, let due = sought.nextLookAt, due <= machineNow else {
      return []
    }
    search.order?.nextLookAt = nil
    guard settings.asOf == nil, machineNow < sought.endsAt else {
      search.order = nil
      return []
    }
    return [.backgroundTask(.lookUp(sought.order, by: settings.actor, at: machineNow))]
  }

  /// Handles the state of a lookup: the subscriber opens unless a key was pressed meanwhile.
  mutating func receive(_ answer: OrderAnswer, of order: AppStoreOrderID) -> [Effect] {
    guard let sought = search.order, sought.order == order else { return [] }
    switch answer {
    case .found(let ids):
      search.order = nil
      tell("Order \(order): \(ids.map(\.rawValue).joined(separator: ", ")).")
      guard sought.isUndisturbed, input == .none else { return [] }
      return ids.count == 1 ? open(ids[0]) : drill(Self.filter(of: ids))
    case .lookup(let lookup):
      if lookup != sought.told {
        tell(
          lookup.words(
            at: machineNow, isFed: settings.condition.isFed, moment: machineDates.moment),
          lookup.outcome == .waiting ? .info : .warning)
      }
      search.order?.told = lookup
      guard lookup.outcome == .waiting else {
        search.order = nil
        return []
      }
      let next = machineNow + OrderSearch.pace
      search.order?.nextLookAt = next
    }
    return []
  }
}

/// The lookup of an App Store order.
struct OrderSearch: Hashable, Sendable {
  /// The order.
  var order: AppStoreOrderID
  /// The instant of the next look at the ledger; `nil` during one.
  var nextLookAt: Timestamp?
  /// The instant at which the search ends.
  var endsAt: Timestamp
  /// The state of the lookup, as it was shown last.
  var told: OrderLookup?
  /// A Boolean value that indicates whether no key was pressed since, so that the answer may take
  /// the screen.
  var isUndisturbed = true

  /// The interval between two looks at the ledger.
  static let pace = Duration.seconds(1)
  /// The time limit; the order is found later all the same.
  static let patience = Duration.minutes(2)
}
