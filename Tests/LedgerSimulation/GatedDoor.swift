import Dispatch
import EventLedger
import Intake
import SubscriptionCore
import Synchronization

/// A ``DeliveryDoor`` whose groups do not depend on the speed of threads: of several deliveries the
/// first is stored alone and the others, which arrive meanwhile, together and in order.
final class GatedDoor: Sendable {
  private let door: DeliveryDoor
  private let gate: Gate

  /// Holds the door's own queue after a transaction until it is opened.
  private final class Gate: Sendable {
    private enum State { case open, armed, holding }

    private let state = Mutex(State.open)
    private let opened = DispatchSemaphore(value: 0)

    var isHolding: Bool { state.withLock { $0 == .holding } }

    func arm() { state.withLock { $0 = .armed } }

    func open() {
      state.withLock { $0 = .open }
      opened.signal()
    }

    func pass() {
      let waits = state.withLock { state in
        guard state == .armed else { return false }
        state = .holding
        return true
      }
      if waits { opened.wait() }
    }
  }

  init(ledger: any Ledger, clock: @escaping @Sendable () -> Timestamp) {
    let gate = Gate()
    self.gate = gate
    door = DeliveryDoor(ledger: ledger, clock: clock, uptime: { .zero }) { report in
      if case .committed = report { gate.pass() }
    }
  }

  /// Sends deliveries, and answers what became of each.
  func send(_ deliveries: [Delivery]) async -> [Result<IntakeResult, DoorError>] {
    guard deliveries.count > 1 else {
      return deliveries.isEmpty ? [] : [await Self.take(deliveries[0], door)]
    }
    gate.arm()
    var tasks = [Task { [door] in await Self.take(deliveries[0], door) }]
    await Self.wait { gate.isHolding }
    for delivery in deliveries.dropFirst() {
      let depth = door.depth
      tasks.append(Task { [door] in await Self.take(delivery, door) })
      await Self.wait { door.depth > depth }
    }
    gate.open()
    var results: [Result<IntakeResult, DoorError>] = []
    for task in tasks { results.append(await task.value) }
    return results
  }

  private static func wait(until holds: () -> Bool) async {
    while !holds() { try? await Task.sleep(for: .microseconds(50)) }
  }

  private static func take(
    _ delivery: Delivery, _ door: DeliveryDoor
  ) async -> Result<IntakeResult, DoorError> {
    do throws(DoorError) {
      return .success(try await door.take(delivery))
    } catch {
      return .failure(error)
    }
  }

  /// Waits until everything inside is stored or failed.
  func close() async { await door.close() }
}
