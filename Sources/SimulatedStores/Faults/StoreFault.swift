/// A fault of a store that can be set for an endpoint.
public enum StoreFault: Hashable, Sendable {
  /// Status 503.
  case down
  /// The response, or the push, is delayed by that real time.
  case slow(Duration)
  /// The given status with the store's own body.
  case status(Int)
  /// Signatures are by a stranger who pretends to be the store.
  case wrongSignature
  /// Signed payloads are for another app; a Google answer is for another package.
  case wrongBundle
  /// Signed payloads were signed two years ago.
  case staleDate
  /// 429 with a `Retry-After` of that length, in the store's own notation.
  case throttled(after: Duration)
  /// 401, as if the token had expired in transit; a Google token becomes invalid.
  case tokenExpired
  /// The connection closes without a response.
  case resetConnection
  /// Status 200 with a body that is not JSON.
  case garbage
  /// The store's clock, as stated in `Date`, is ahead by that length; tokens are refused with 401.
  case clockSkewed(by: Duration)
}

extension StoreFault {
  /// Parses the notation of the control route: `down`, `slow:1500`, `status:500`,
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

/// The pending faults by endpoint, in the order in which they were set.
struct FaultInjector: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var fault: StoreFault
    var left: Int?
  }

  private var entries: [StoreEndpoint: [Entry]] = [:]

  /// Adds a fault after those that are already set, for some requests or until it is cleared.
  mutating func set(_ fault: StoreFault, at endpoint: StoreEndpoint, times: Int?) {
    entries[endpoint, default: []].append(Entry(fault: fault, left: times))
  }

  /// Removes all faults of an endpoint.
  mutating func clear(_ endpoint: StoreEndpoint) { entries[endpoint] = nil }

  /// Removes and returns the fault for the next request of an endpoint.
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
