import Synchronization

/// The recent health of each receiver, which outlives the loop that sends to it.
///
/// A reload of the configuration and a change of the lease begin a new loop; a receiver that asked
/// for a pause by `Retry-After` has it all the same.
final class DeliveryHealths: Sendable {
  private struct Key: Hashable {
    var name: String
    var url: String
  }

  private let healths = Mutex<[Key: DeliveryRun.Health]>([:])

  /// The health of a receiver, which is not known at first, nor at another URL.
  subscript(receiver: Receiver) -> DeliveryRun.Health {
    get {
      let key = Key(name: receiver.name, url: receiver.url)
      if let health = healths.withLock({ $0[key] }) { return health }
      var health = DeliveryRun.Health()
      health.isKnown = false
      return health
    }
    set {
      let key = Key(name: receiver.name, url: receiver.url)
      healths.withLock { $0[key] = newValue }
    }
  }
}
