/// The figures of an outbox: how far it goes, and how far each receiver has come.
public struct OutboxFigures: Hashable, Sendable {
  /// The figures of one receiver.
  public struct Receiver: Hashable, Sendable {
    /// Its place in the outbox.
    public var state: ReceiverState
    /// The number of changes that are sent again later (``ChangeDelivery/Status/waiting``).
    public var waiting: Int
    /// The number of changes that wait for an earlier one (``ChangeDelivery/Status/held``).
    public var held: Int
    /// The number of changes that are not sent again by themselves
    /// (``ChangeDelivery/Status/dead``).
    public var dead: Int

    /// Creates the figures of a receiver.
    public init(state: ReceiverState, waiting: Int = 0, held: Int = 0, dead: Int = 0) {
      (self.state, self.waiting, self.held, self.dead) = (state, waiting, held, dead)
    }
  }

  /// The first and the last number of the outbox.
  public var bounds: OutboxBounds
  /// The receivers, by name.
  public var receivers: [Receiver]

  /// Creates figures; without any, for an outbox that holds nothing.
  public init(bounds: OutboxBounds = OutboxBounds(), receivers: [Receiver] = []) {
    (self.bounds, self.receivers) = (bounds, receivers)
  }
}
