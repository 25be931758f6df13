/// A pull subscription of Pub/Sub, in which Google Play's notifications wait until they are
/// acknowledged (<https://cloud.google.com/pubsub/docs/pull>).
struct PulledSubscription: Sendable {
  /// A message that is leased to a client and not acknowledged.
  private struct Lent: Sendable {
    var push: StorePush
    var until: ContinuousClock.Instant
  }

  private var waiting: [StorePush] = []
  private var lent: [String: Lent] = [:]
  private var serial = 0

  /// The default acknowledgement deadline.
  static let deadline = Duration.seconds(10)

  /// The names of the acknowledged messages; the store sends some messages twice.
  private var done: Set<String> = []

  /// The number of different messages that were acknowledged.
  var acknowledged: Int { done.count }

  /// The number of messages that are not acknowledged.
  var open: Int { waiting.count + lent.count }

  /// Adds new messages.
  mutating func add(_ pushes: [StorePush]) { waiting += pushes }

  /// Leases messages to a client.
  mutating func lend(_ most: Int) -> [(handle: String, push: StorePush)] {
    let now = ContinuousClock.now
    for (handle, message) in lent.sorted(by: { $0.key < $1.key }) where message.until <= now {
      lent[handle] = nil
      waiting.append(message.push)
    }
    let pushes = waiting.prefix(most)
    waiting.removeFirst(pushes.count)
    return pushes.map { push in
      serial += 1
      var push = push
      push.attempt += 1
      let handle = "simulated-\(serial)"
      lent[handle] = Lent(push: push, until: now + Self.deadline)
      return (handle, push)
    }
  }

  /// Removes messages; handles that have expired are ignored.
  mutating func acknowledge(_ handles: [String]) {
    let now = ContinuousClock.now
    for handle in handles {
      guard let message = lent[handle], message.until > now else { continue }
      lent[handle] = nil
      done.insert(message.push.name)
    }
  }

  /// Sets the deadline of leased messages; a deadline of zero returns them on the next pull.
  mutating func setDeadline(_ handles: [String], seconds: Int) {
    let now = ContinuousClock.now
    for handle in handles where lent[handle].map({ $0.until > now }) == true {
      lent[handle]?.until = now + .seconds(seconds)
    }
  }
}
