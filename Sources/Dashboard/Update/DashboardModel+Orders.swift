import EventLedger
import SubscriptionCore
import TerminalUI

/// Orders of the App Store, which no notification names: churntopd has to ask for them.
extension DashboardModel {
  /// Has the App Store asked for an order that is no name of a subscription, or says why not.
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
    orderSearch = OrderSearch(order: order, endsAt: machineNow + OrderSearch.patience)
    return [.backgroundTask(.lookUp(order, by: settings.actor, at: machineNow))]
  }

  /// Looks again for the answer about an order, if it is time.
  mutating func lookAgain() -> [Effect] {
    guard let search = orderSearch, let due = search.nextLookAt, due <= machineNow else {
      return []
    }
    orderSearch?.nextLookAt = nil
    guard settings.asOf == nil, machineNow < search.endsAt else {
      orderSearch = nil
      return []
    }
    return [.backgroundTask(.lookUp(search.order, by: settings.actor, at: machineNow))]
  }

  /// Takes what is known about an order: its subscriber opens unless somebody went on to
  /// something else.
  mutating func take(_ answer: OrderAnswer, of order: AppStoreOrderID) -> [Effect] {
    guard let search = orderSearch, search.order == order else { return [] }
    switch answer {
    case .found(let ids):
      orderSearch = nil
      tell("Order \(order): \(ids.map(\.rawValue).joined(separator: ", ")).")
      guard search.isUndisturbed, input == .none else { return [] }
      return ids.count == 1 ? open(ids[0]) : drill(Self.filter(of: ids))
    case .lookup(let lookup):
      if lookup != search.told {
        tell(
          lookup.words(
            at: machineNow, isFed: settings.condition.isFed, moment: machineDates.moment),
          lookup.outcome == .waiting ? .info : .warning)
      }
      orderSearch?.told = lookup
      guard lookup.outcome == .waiting else {
        orderSearch = nil
        return []
      }
      orderSearch?.nextLookAt = machineNow + OrderSearch.pace
    }
    return []
  }
}

/// An order of the App Store that somebody looks for, while the App Store is asked about it.
struct OrderSearch: Hashable, Sendable {
  /// The order.
  var order: AppStoreOrderID
  /// When the ledger is looked at again for the answer; `nil` while it is being looked at.
  var nextLookAt: Timestamp?
  /// When it is looked for no longer.
  var endsAt: Timestamp
  /// What became of it, as it was told last.
  var told: OrderLookup?
  /// Whether no key was pressed since, so that the answer may take the screen.
  var isUndisturbed = true

  /// How often the ledger is looked at for the answer.
  static let pace = Duration.seconds(1)
  /// How long the answer is waited for; whoever looks for the order later finds it all the same.
  static let patience = Duration.minutes(2)
}
