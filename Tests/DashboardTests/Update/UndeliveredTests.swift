import EventLedger
import LedgerContract
import SubscriptionCore
import Testing

@testable import Dashboard

/// The changes that receivers did not take, counted on Overview and listed by a command.
struct UndeliveredTests {
  @Test func `dead letters are counted on Overview and listed with their reason`() throws {
    let world = try TestWorld.usual()
    let change = try #require(
      try world.ledger.outbox(after: 0, limit: 999).first { $0.change.kind == .enteredHold })
    try world.ledger.putReceiver(ReceiverState(name: "crm", cursor: 0))
    var update = DeliveryUpdate(receiver: "crm", at: TestWorld.now, from: 0)
    update.undelivered = [
      ChangeDelivery(
        receiver: "crm", number: change.number, subscription: change.change.subscription.id,
        status: .dead, attempts: 10, nextAt: TestWorld.now, problem: "it answers 500"),
      ChangeDelivery(
        receiver: "crm", number: change.number + 1, subscription: "as_x", status: .waiting,
        nextAt: TestWorld.now),
    ]
    try world.ledger.settle(update)
    var driver = Driver(world)
    #expect(driver.text.contains("1 undelivered (:undelivered)"))
    driver.press(":")
    driver.type("undelivered")
    driver.press("Enter")
    #expect(driver.text.contains("crm \(change.number) \(change.change.subscription.id)"))
    #expect(driver.text.contains("enteredHold") && driver.text.contains("it answers 500"))
    #expect(!driver.text.contains("as_x"))
    driver.press("Esc")
    #expect(!driver.text.contains("it answers 500"))
  }

  @Test func `where everything arrives the command says so`() throws {
    var driver = Driver(try TestWorld.usual())
    #expect(!driver.text.contains("undelivered"))
    driver.press(":")
    driver.type("undelivered")
    driver.press("Enter")
    #expect(driver.text.contains("Every change was delivered"))
  }
}
