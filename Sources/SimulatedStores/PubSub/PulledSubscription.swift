/// A subscription of Pub/Sub that is pulled: Google Play's notifications wait in it until they are
/// acknowledged (<https://cloud.google.com/pubsub/docs/pull>).
struct PulledSubscription: Sendable {
  /// A message that somebody has and has not acknowledged.
  private struct Lent: Sendable {
    var push: StorePush
    var until: ContinuousClock.Instant
  }

  private var waiting: [StorePush] = []
  private var lent: [String: Lent] = [:]
  private var serial = 0

  /// How long somebody may take for a message unless more is asked for.
  static let deadline = Duration.seconds(10)

  /// The names of the messages that were acknowledged: the store says some things twice.
  private var done: Set<String> = []

  /// How many different messages were acknowledged.
  var acknowledged: Int { done.count }

  /// How many messages are not acknowledged.
  var open: Int { waiting.count + lent.count }

  /// Takes new messages in.
  mutating func add(_ pushes: [StorePush]) { waiting += pushes }

  /// Lends messages out.
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

  /// Forgets messages; handles that have run out name nothing any more.
  mutating func acknowledge(_ handles: [String]) {
    let now = ContinuousClock.now
    for handle in handles {
      guard let message = lent[handle], message.until > now else { continue }
      lent[handle] = nil
      done.insert(message.push.name)
    }
  }

  /// Says how long messages are lent from now on; none is sent again at once.
  mutating func setDeadline(_ handles: [String], seconds: Int) {
    let now = ContinuousClock.now
    for handle in handles where lent[handle].map({ $0.until > now }) == true {
      lent[handle]?.until = now + .seconds(seconds)
    }
  }
}
