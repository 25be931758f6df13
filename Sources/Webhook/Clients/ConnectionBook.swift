import NIOCore
import Synchronization

/// The table of open connections, which keeps a few clients from using up all of them.
///
/// At the limit, the connection that has waited longest for its client is closed for the new one:
/// between two requests, or in the middle of one whose rest does not arrive. If all have a request
/// in progress, the new one is served the health routes only. One peer that is not a trusted proxy
/// has a few connections at most.
final class ConnectionBook: Sendable {
  /// The requests that a connection may make.
  enum Place: Hashable, Sendable {
    /// Every request.
    case whole
    /// Health routes only, because all connections are busy.
    case health
    /// None: its peer has too many connections.
    case none
  }

  /// The stage of a connection.
  enum Stage: Hashable, Sendable {
    /// The connection is idle between two requests, since an instant.
    case resting(since: Duration)
    /// The connection waits for the rest of a request, since an instant.
    case receiving(since: Duration)
    /// A request is in progress.
    case working
  }

  private struct Entry {
    let channel: any Channel
    let peer: NetworkAddress?
    var stage: Stage
    var hasEnded = false

    /// Since when it waits for its client, where it does; a request that began within the patience
    /// does not count.
    func waits(at now: Duration, patience: Duration) -> Duration? {
      switch stage {
      case .resting(let since): since
      case .receiving(let since): now - since > patience ? since : nil
      case .working: nil
      }
    }
  }

  private let limits: WebLimits
  private let trustedProxies: Mutex<[AddressRange]>
  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  init(_ limits: WebLimits, trustedProxies: [AddressRange]) {
    self.limits = limits
    self.trustedProxies = Mutex(trustedProxies)
  }

  /// Replaces the trusted proxies.
  func trust(_ proxies: [AddressRange]) { trustedProxies.withLock { $0 = proxies } }

  /// The number of open connections.
  var count: Int { entries.withLock { $0.count } }

  /// The number of connections with a request that has begun.
  var busy: Int {
    entries.withLock { entries in
      entries.values.count { if case .resting = $0.stage { false } else { true } }
    }
  }

  /// Adds a new connection.
  ///
  /// - Complexity: O(*n*) for *n* connections.
  func open(_ channel: any Channel, at now: Duration) -> Place {
    let peer = NetworkAddress(channel.remoteAddress)?.block
    let trustedProxies = trustedProxies.withLock(\.self)
    let isCounted = peer.map { !trustedProxies.contain($0) && !AddressRange.local.contain($0) }
    let (place, closed) = entries.withLock { entries -> (Place, (any Channel)?) in
      if isCounted == true,
        entries.values.count(where: { $0.peer == peer }) >= limits.peerConnectionsMax
      {
        return (.none, nil)
      }
      entries[ObjectIdentifier(channel)] = Entry(
        channel: channel, peer: peer, stage: .resting(since: now))
      guard entries.count > limits.connectionsMax else { return (.whole, nil) }
      let longest = entries.filter { $0.key != ObjectIdentifier(channel) }
        .compactMap { key, entry in
          entry.waits(at: now, patience: limits.crowdedBodyMax).map { (key, $0) }
        }
        .min { $0.1 < $1.1 }
      guard let longest, let closed = entries.removeValue(forKey: longest.0)?.channel else {
        return (.health, nil)
      }
      return (.whole, closed)
    }
    closed?.close(promise: nil)
    return place
  }

  /// Records the stage of a connection.
  func note(_ channel: any Channel, _ stage: Stage) {
    entries.withLock { $0[ObjectIdentifier(channel)]?.stage = stage }
  }

  /// Records that the latest answer of a connection says that the connection ends with it.
  func end(_ channel: any Channel) {
    entries.withLock { $0[ObjectIdentifier(channel)]?.hasEnded = true }
  }

  /// A Boolean value that indicates whether a connection ended with an earlier answer, so that no
  /// further request on it is carried out: its client is to send it again
  /// (<https://www.rfc-editor.org/rfc/rfc9112#section-9.6>).
  func hasEnded(_ channel: any Channel) -> Bool {
    entries.withLock { $0[ObjectIdentifier(channel)]?.hasEnded ?? false }
  }

  /// Removes a connection that has ended.
  func close(_ channel: any Channel) {
    _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
  }
}
