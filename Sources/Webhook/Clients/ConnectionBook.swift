import NIOCore
import Synchronization

/// The table of open connections, which keeps a few clients from using up all of them.
///
/// At the limit, the connection that has waited longest for its client makes place for the new one:
/// between two requests, or in the middle of one whose rest does not arrive. If all have a request
/// in progress, the new one is served the health routes only. One peer that is not a trusted proxy
/// has a few connections at most.
///
/// The connection of a proxy that rested for a moment only is not closed at once, since a request
/// may be on its way on it, which the proxy does not send again: it ends with the answer to that,
/// or when it has rested for longer.
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
    /// A Boolean value that indicates whether its peer, as one that is no proxy, has a share.
    let isCounted: Bool
    var stage: Stage
    var hasEnded = false
    /// A Boolean value that indicates whether another connection has its place, so that it ends
    /// with its next answer.
    var isLeaving = false

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
    let isCounted =
      peer.map { !trustedProxies.contain($0) && !AddressRange.local.contain($0) } ?? false
    let (place, left) = entries.withLock { entries -> (Place, Entry?) in
      if isCounted,
        entries.values.count(where: { $0.peer == peer }) >= limits.peerConnectionsMax
      {
        return (.none, nil)
      }
      entries[ObjectIdentifier(channel)] = Entry(
        channel: channel, peer: peer, isCounted: isCounted, stage: .resting(since: now))
      let staying = entries.filter { !$0.value.isLeaving }
      guard staying.count > limits.connectionsMax else { return (.whole, nil) }
      let longest = staying.filter { $0.key != ObjectIdentifier(channel) }
        .compactMap { key, entry in
          entry.waits(at: now, patience: limits.crowdedBodyMax).map { (key, $0) }
        }
        .min { $0.1 < $1.1 }
      guard let (key, since) = longest, var left = entries[key] else { return (.health, nil) }
      if !left.isCounted, case .resting = left.stage, now - since <= limits.crowdedRestMax {
        left.isLeaving = true
      }
      entries[key] = left.isLeaving ? left : nil
      return (.whole, left)
    }
    if let left, left.isLeaving {
      end(left.channel, seen: left.stage)
    } else {
      left?.channel.close(promise: nil)
    }
    return place
  }

  /// Closes a connection that has no place any more, as soon as nothing has come for a while; where
  /// a request is in progress, it ends with the answer.
  private func end(_ channel: any Channel, seen: Stage) {
    channel.eventLoop.scheduleTask(in: TimeAmount(limits.crowdedRestMax)) {
      switch self.entries.withLock({ $0[ObjectIdentifier(channel)]?.stage }) {
      case .working, nil: break
      case seen: channel.close(promise: nil)
      case .some(let stage): self.end(channel, seen: stage)
      }
    }
  }

  /// Records the stage of a connection.
  ///
  /// - Returns: Whether it is to end with its next answer, since another connection has its place.
  @discardableResult
  func note(_ channel: any Channel, _ stage: Stage) -> Bool {
    entries.withLock { entries in
      entries[ObjectIdentifier(channel)]?.stage = stage
      return entries[ObjectIdentifier(channel)]?.isLeaving ?? false
    }
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
