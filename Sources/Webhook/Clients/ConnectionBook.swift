import NIOCore
import Synchronization

/// The connections that are open, so that a few clients cannot keep everybody else out.
///
/// Where there are more than the limit, the one whose client has been waited for longest is closed
/// for the new one: between two requests, or in the middle of one whose rest does not come. Where
/// all are worked on, the new one is served health alone. One peer that is no trusted proxy has a
/// few of them at most.
final class ConnectionBook: Sendable {
  /// What a connection is opened for.
  enum Place: Hashable, Sendable {
    /// For every request.
    case whole
    /// For what says whether the server lives, since no place is free for more.
    case health
    /// For nothing: its peer has too many.
    case none
  }

  /// What a connection is doing.
  enum Stage: Hashable, Sendable {
    /// It rests between two requests, since an instant.
    case resting(since: Duration)
    /// The rest of a request is waited for, since an instant.
    case receiving(since: Duration)
    /// A request is worked on.
    case working
  }

  private struct Entry {
    let channel: any Channel
    let peer: NetworkAddress?
    var stage: Stage

    /// Since when its client is waited for, where that is so; a request that began a moment ago is
    /// on its way.
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

  /// Creates a book without connections.
  init(_ limits: WebLimits, trustedProxies: [AddressRange]) {
    self.limits = limits
    self.trustedProxies = Mutex(trustedProxies)
  }

  /// Takes other proxies for trusted from now on.
  func trust(_ proxies: [AddressRange]) { trustedProxies.withLock { $0 = proxies } }

  /// How many connections are open.
  var count: Int { entries.withLock { $0.count } }

  /// How many of them have a request that has begun.
  var busy: Int {
    entries.withLock { entries in
      entries.values.count { if case .resting = $0.stage { false } else { true } }
    }
  }

  /// Takes a new connection in.
  ///
  /// - Complexity: O(*n*) for *n* connections where the limit is reached, else O(*n*) for a peer
  ///   that is told from others.
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

  /// Notes what a connection is doing now.
  func note(_ channel: any Channel, _ stage: Stage) {
    entries.withLock { $0[ObjectIdentifier(channel)]?.stage = stage }
  }

  /// Forgets a connection that has ended.
  func close(_ channel: any Channel) {
    _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
  }
}
