/// Something that goes wrong with a store, on demand.
public enum StoreFault: Hashable, Sendable {
  /// Status 503.
  case down
  /// The reply, or the post, comes that much later in real time.
  case slow(Duration)
  /// Any status with a body of the store's making.
  case status(Int)
  /// Everything signed is signed by somebody who only calls himself the store.
  case wrongSignature
  /// Everything signed is about another app; a Google answer is for another package.
  case wrongBundle
  /// Everything signed was signed two years ago.
  case staleDate
  /// 429 with `Retry-After` that much later, in the store's own notation.
  case throttled(after: Duration)
  /// 401, as if the token had run out on its way; a Google token is not accepted any more.
  case tokenExpired
  /// The connection closes instead of a reply.
  case resetConnection
  /// Status 200 with a body that is no JSON.
  case garbage
  /// The store's clock, which `Date` tells, is that far ahead; tokens are refused with 401.
  case clockSkewed(by: Duration)
}

extension StoreFault {
  /// Reads the notation of the control route: `down`, `slow:1500`, `status:500`,
  /// `wrong-signature`, `wrong-bundle`, `stale-date`, `throttled:60000`, `token-expired`,
  /// `reset-connection`, `garbage`, `clock-skewed:-90000`; times are milliseconds.
  public init?(_ text: String) {
    let halves = text.split(separator: ":", maxSplits: 1).map(String.init)
    let number = halves.count > 1 ? Int64(halves[1]) : nil
    switch (halves.first, number) {
    case ("down", nil): self = .down
    case ("slow", let time?): self = .slow(.milliseconds(time))
    case ("status", let status?): self = .status(Int(status))
    case ("wrong-signature", nil): self = .wrongSignature
    case ("wrong-bundle", nil): self = .wrongBundle
    case ("stale-date", nil): self = .staleDate
    case ("throttled", let time?): self = .throttled(after: .milliseconds(time))
    case ("token-expired", nil): self = .tokenExpired
    case ("reset-connection", nil): self = .resetConnection
    case ("garbage", nil): self = .garbage
    case ("clock-skewed", let time?): self = .clockSkewed(by: .milliseconds(time))
    default: return nil
    }
  }
}

/// Which faults are still to come, endpoint by endpoint, in the order in which they were set.
struct FaultInjector: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var fault: StoreFault
    var left: Int?
  }

  private var entries: [StoreEndpoint: [Entry]] = [:]

  /// Puts a fault behind those that are already there.
  ///
  /// - Parameters:
  ///   - fault: What goes wrong.
  ///   - endpoint: Where.
  ///   - times: How often; `nil` for until it is cleared.
  mutating func set(_ fault: StoreFault, at endpoint: StoreEndpoint, times: Int?) {
    entries[endpoint, default: []].append(Entry(fault: fault, left: times))
  }

  /// Lets nothing go wrong at an endpoint any more.
  mutating func clear(_ endpoint: StoreEndpoint) { entries[endpoint] = nil }

  /// The fault of the next request of an endpoint, which is used up by it.
  mutating func take(_ endpoint: StoreEndpoint) -> StoreFault? {
    guard var queue = entries[endpoint], !queue.isEmpty else { return nil }
    let fault = queue[0].fault
    if let left = queue[0].left {
      queue[0].left = left - 1
      if left <= 1 { queue.removeFirst() }
    }
    entries[endpoint] = queue.isEmpty ? nil : queue
    return fault
  }
}
