/// The limits of a ``CommitQueue``.
public struct CommitQueueLimits: Hashable, Sendable {
  /// The most deliveries that wait; more are rejected with ``CommitQueueError/full``.
  public var waitingMax: Int
  /// The most bytes of payload that wait.
  public var waitingBytesMax: Int
  /// The most deliveries in one transaction.
  public var groupMax: Int
  /// The most refused payloads of one source that are kept in quarantine an hour.
  public var refusedPerHourMax: Int
  /// The most bytes of refused payloads of one source that are kept an hour.
  public var refusedBytesPerHourMax: Int
  /// The most refused payloads in quarantine, of all sources; those that anybody may have sent are
  /// kept only while it is less than half full.
  public var quarantineMax: Int

  /// Creates limits; the default ones suit a server with some hundred deliveries a second.
  public init(
    waitingMax: Int = 4_096, waitingBytesMax: Int = 32 << 20, groupMax: Int = 256,
    refusedPerHourMax: Int = 200, refusedBytesPerHourMax: Int = 4 << 20,
    quarantineMax: Int = 20_000
  ) {
    (self.waitingMax, self.waitingBytesMax) = (waitingMax, waitingBytesMax)
    (self.groupMax, self.quarantineMax) = (groupMax, quarantineMax)
    self.refusedPerHourMax = refusedPerHourMax
    self.refusedBytesPerHourMax = refusedBytesPerHourMax
  }
}
