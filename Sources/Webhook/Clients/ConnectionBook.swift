import NIOCore
import Synchronization

/// The table of open connections, which keeps a few clients from using up all of them.
///
/// At the limit, the connection that has waited longest for its client makes place for the new one:
/// between two requests, or in the middle of one. If all have a request in progress, the new one is
/// served the health routes only. One peer that is not a trusted proxy has a few connections at
/// most.
///
/// The connection of a proxy that rested for a moment only is not closed at once, since a request
/// may be on its way on it, which the proxy does not send again, and neither is one whose request
/// began a moment ago: it ends with the answer, or when nothing has come for longer. Of too many
/// such connections the one that has waited longest is closed at once, so that a new connection
/// does not wait for one on which nothing comes.
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

    /// The instant since which a connection waits for its client, where it does.
    var waitsSince: Duration? {
      switch self {
      case .resting(let since), .receiving(let since): since
      case .working: nil
      }
    }
  }

  private enum Standing {
    case staying
    /// Another connection has its place, so that it ends with its next answer.
    case leaving
    /// It ends with its next answer, or at once where nothing has come.
    case closing
  }

  private struct Entry {
    let channel: any Channel
    let peer: NetworkAddress?
    /// A Boolean value that indicates whether its peer, as one that is no proxy, has a share.
    let isCounted: Bool
    var stage: Stage
    var hasEnded = false
    var hasLeft = false
    var standing = Standing.staying

    /// A Boolean value that indicates whether something may be on its way on it that its client
    /// does not send again.
    func isExpecting(at now: Duration, _ limits: WebLimits) -> Bool {
      switch stage {
      case .resting(let since): !isCounted && now - since <= limits.crowdedRestMax
      case .receiving(let since): now - since <= limits.crowdedBodyMax
      case .working: true
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
    let (place, ends) = entries.withLock { entries -> (Place, [(Entry, Duration)]) in
      if isCounted,
        entries.values.count(where: { $0.peer == peer }) >= limits.peerConnectionsMax
      {
        return (.none, [])
      }
      let staying = entries.filter { $0.value.standing == .staying }
      entries[ObjectIdentifier(channel)] = Entry(
        channel: channel, peer: peer, isCounted: isCounted, stage: .resting(since: now))
      guard staying.count >= limits.connectionsMax else { return (.whole, []) }
      guard let (key, left) = Self.longestWaiting(staying) else { return (.health, []) }
      guard left.isExpecting(at: now, limits) else {
        entries[key]?.standing = .closing
        return (.whole, [(left, .zero)])
      }
      entries[key]?.standing = .leaving
      let ends = [(left, limits.crowdedRestMax)]
      let leaving = entries.filter {
        $0.value.standing == .leaving && $0.value.stage.waitsSince != nil
      }
      guard leaving.count > limits.connectionsLeavingMax,
        let (last, over) = Self.longestWaiting(leaving)
      else { return (.whole, ends) }
      entries[last]?.standing = .closing
      return (.whole, ends + [(over, .zero)])
    }
    for (entry, rest) in ends { end(entry.channel, seen: entry.stage, after: rest) }
    return place
  }

  private static func longestWaiting(
    _ entries: [ObjectIdentifier: Entry]
  ) -> (key: ObjectIdentifier, value: Entry)? {
    entries.compactMap { entry in entry.value.stage.waitsSince.map { (entry, $0) } }
      .min { $0.1 < $1.1 }?.0
  }

  /// Closes a connection that has no place any more, as soon as nothing has come for a while.
  ///
  /// Its event loop reads what has arrived before it runs this, so that no request is lost that
  /// arrived after the connection was chosen.
  private func end(_ channel: any Channel, seen: Stage, after rest: Duration) {
    channel.eventLoop.scheduleTask(in: TimeAmount(rest)) {
      switch self.entries.withLock({ $0[ObjectIdentifier(channel)]?.stage }) {
      case nil: break
      case seen where seen != .working: channel.close(promise: nil)
      case .some(let stage): self.end(channel, seen: stage, after: self.limits.crowdedRestMax)
      }
    }
  }

  /// Records the stage of a connection.
  func note(_ channel: any Channel, _ stage: Stage) {
    entries.withLock { $0[ObjectIdentifier(channel)]?.stage = stage }
  }

  /// A Boolean value that indicates whether a connection is to end with its next answer, since
  /// another one has its place.
  func isLeaving(_ channel: any Channel) -> Bool {
    entries.withLock { entries in
      entries[ObjectIdentifier(channel)].map { $0.standing != .staying } ?? false
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

  /// Records that the client of a connection sends nothing any more.
  func leave(_ channel: any Channel) {
    entries.withLock { $0[ObjectIdentifier(channel)]?.hasLeft = true }
  }

  /// A Boolean value that indicates whether the client of a connection has closed it, or its half
  /// of it, so that nothing is to be waited for on its behalf.
  func hasLeft(_ channel: any Channel) -> Bool {
    entries.withLock { $0[ObjectIdentifier(channel)]?.hasLeft ?? true }
  }

  /// Removes a connection that has ended.
  func close(_ channel: any Channel) {
    _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
  }
}
