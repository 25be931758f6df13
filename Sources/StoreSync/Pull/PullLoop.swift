/// The loop that pulls a subscription's messages and acknowledges those that the ledger holds.
///
/// A message is acknowledged after the transaction that stores it and not before; if the process
/// ends in between, Pub/Sub delivers it again, and it counts once. Several daemons may pull one
/// subscription: each message goes to one of them at a time.
public struct PullLoop: Sendable {
  /// A report of the loop.
  public enum Report: Hashable, Sendable {
    /// Messages could not be pulled, acknowledged or held; the loop continues.
    case failed(String, StoreAPIError)
    /// That many messages could not be stored and are delivered again.
    case returned(Int)
  }

  private let api: any PubSubAPI
  private let take: @Sendable ([UInt8]) async -> Bool
  private let jitter: @Sendable (Duration) -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let tell: @Sendable (Report) -> Void

  /// The most messages that are pulled at once.
  static let most = 100
  /// The number of messages that are processed at once.
  static let workers = 16
  /// The acknowledgement deadline of messages in progress, renewed at half of it.
  static let hold = Duration.seconds(60)
  /// The longest pause after the first failure; it doubles with each further one.
  static let firstPause = Duration.seconds(1)
  /// The longest pause after any failure.
  static let longestPause = Duration.seconds(60)

  /// Creates a loop.
  ///
  /// `take` ingests one message: `true` once it is in the ledger or its quarantine, `false` where
  /// it is to be delivered again. `jitter` returns a random duration up to the given one, and
  /// `sleep` throws when the task is cancelled.
  public init(
    _ api: any PubSubAPI, jitter: @escaping @Sendable (Duration) -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    tell: @escaping @Sendable (Report) -> Void, take: @escaping @Sendable ([UInt8]) async -> Bool
  ) {
    (self.api, self.jitter, self.sleep, self.tell, self.take) = (api, jitter, sleep, tell, take)
  }

  /// Pulls until the task is cancelled; messages that are pulled by then are stored and
  /// acknowledged first.
  public func run() async {
    var failures = 0
    while !Task.isCancelled {
      let isSound: Bool
      do throws(StoreAPIError) {
        let messages = try await api.pull(Self.most, waits: true)
        // A cancelled task still finishes the messages that it has.
        isSound = await Task { await handle(messages) }.value
      } catch {
        if Task.isCancelled { return }
        tell(.failed("pulled", error))
        isSound = false
      }
      failures = isSound ? 0 : failures + 1
      do {
        if failures > 0 { try await sleep(pause(after: failures)) }
      } catch {
        return
      }
    }
  }

  /// The pause after failures: exponential backoff with jitter over its second half.
  private func pause(after failures: Int) -> Duration {
    let longest = min(Self.longestPause, Self.firstPause * (1 << min(failures - 1, 10)))
    return longest / 2 + jitter(longest / 2)
  }

  /// Ingests messages and acknowledges them.
  ///
  /// - Returns: `false` where the next pull has to wait: nothing of them could be stored, or what
  ///   was stored could not be acknowledged. One message that is returned keeps no others back.
  func handle(_ messages: [PulledMessage]) async -> Bool {
    guard !messages.isEmpty else { return true }
    let handles = messages.map(\.handle)
    let holding = Task { await hold(handles) }
    defer { holding.cancel() }
    var (stored, returned): ([String], [String]) = ([], [])
    await withTaskGroup(of: (String, Bool).self) { group in
      var rest = messages[...]
      for message in rest.prefix(Self.workers) { group.addTask { await work(message) } }
      rest = rest.dropFirst(Self.workers)
      while let (handle, isTaken) = await group.next() {
        if isTaken { stored.append(handle) } else { returned.append(handle) }
        if let next = rest.popFirst() { group.addTask { await work(next) } }
      }
    }
    holding.cancel()
    var isSound = !stored.isEmpty
    do throws(StoreAPIError) {
      if !stored.isEmpty { try await api.acknowledge(stored) }
    } catch {
      tell(.failed("acknowledged", error))
      isSound = false
    }
    guard !returned.isEmpty else { return isSound }
    tell(.returned(returned.count))
    // If this fails they are delivered again a little later.
    do throws(StoreAPIError) {
      try await api.setDeadline(returned, to: .zero)
    } catch {
      tell(.failed("given back", error))
    }
    return isSound
  }

  private func work(_ message: PulledMessage) async -> (String, Bool) {
    (message.handle, await take(message.envelope))
  }

  /// Renews the acknowledgement deadline of messages until the task is cancelled.
  private func hold(_ handles: [String]) async {
    while !Task.isCancelled {
      do throws(StoreAPIError) {
        try await api.setDeadline(handles, to: Self.hold)
      } catch {
        if !Task.isCancelled { tell(.failed("held", error)) }
      }
      do { try await sleep(Self.hold / 2) } catch { return }
    }
  }
}
