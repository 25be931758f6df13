import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The payload behind an event, and asking the store for more.
struct PayloadTests {
  /// A notification as it arrives, its parts signed, one name hostile.
  static let notification: String = {
    let head = PayloadTextTests.base64(#"{"alg":"ES256","x5c":["MIIB"]}"#)
    let info = PayloadTextTests.base64(
      #"{"transactionId":"2000000900000003","expiresDate":1761609600000,"price":6990}"#)
    let payload = PayloadTextTests.base64(
      ##"{"notificationType":"DID_FAIL_TO_RENEW","subtype":"GRACE_PERIOD","data":{"bundleId":"##
        + ##""evil\u001b[31m\u202e","signedTransactionInfo":"\##(head).\##(info).c2ln"},"##
        + ##""signedDate":1761609601000}"##)
    return #"{"signedPayload":"\#(head).\#(payload).c2ln"}"#
  }()

  static func world() throws -> TestWorld {
    try TestWorld { world in
      world.grace("as_2000000900000002", "acc-2", failed: "2025-11-11", ends: "2025-11-27")
      world.raw = Array(
        #"{"notificationType":"DID_FAIL_TO_RENEW","purchaseToken":"abcdefghijklmnop"}"#.utf8)
      world.shown("as_2000000900000002", at: "2025-11-14T10:00:00Z")
    }
  }

  static func detail(_ size: Size = Size(width: 120, height: 36)) throws -> Driver {
    var driver = Driver(try world(), screen: .subscribers, size: size)
    driver.press("Enter")
    return driver
  }

  @Test func `Enter on an event shows its payload with what is known of it`() throws {
    var driver = try Self.detail()
    driver.press("Enter")
    #expect(driver.text.contains("Payload: prompt shown"))
    #expect(driver.text.contains("carries no signature"))
    #expect(driver.text.contains(#""notificationType": "DID_FAIL_TO_RENEW""#))
    #expect(driver.text.contains("abcdefgh... (16 letters)"))
    #expect(!driver.text.contains("abcdefghijklmnop"))
    // What is copied is what is shown, and no more.
    driver.press("y")
    guard case .terminal(.copy(let text)) = driver.effects.last else {
      Issue.record("\(driver.effects)")
      return
    }
    #expect(text.contains(#""notificationType": "DID_FAIL_TO_RENEW""#))
    #expect(text.contains("abcdefgh...") && !text.contains("abcdefghijklmnop"))
    driver.press("[")
    #expect(driver.text.contains("signature verified"))
    #expect(driver.text.contains("(nothing was kept)"))
    driver.press("Esc")
    #expect(!driver.text.contains("Payload:"))
    #expect(driver.text.contains("In plain words"))
  }

  @Test(arguments: [
    Size(width: 160, height: 45), Size(width: 60, height: 16), Size(width: 30, height: 6),
    Size(width: 20, height: 4),
  ])
  func `a payload has room at every size`(_ size: Size) throws {
    var driver = try Self.detail(size)
    driver.press("Enter", "j", "G", "k", "g")
    #expect(driver.lines.count == size.height)
    #expect(driver.lines.last?.contains("? help") == true)
  }

  @Test func `an event opened from Events is the one under the cursor`() throws {
    var driver = Driver(try Self.world(), screen: .events)
    driver.press("j", "j", "o")
    let line = driver.lines.first { $0.contains("►") && $0.contains("renewed") }
    #expect(line?.contains("renewed") == true)
  }

  @Test func `asking the store is recorded after a yes, and says that nobody answered yet`() throws
  {
    let world = try Self.world()
    var driver = Driver(world, screen: .subscribers)
    driver.press("Enter", "x", "r")
    #expect(driver.text.contains("a fresh answer from the store asked for as_2000000900000002"))
    driver.press("y")
    let id: SubscriptionID = "as_2000000900000002"
    #expect(
      driver.effects == [.record(OperatorAction(.refreshRequested, of: [id], at: TestWorld.now))])

    let answered = try TestWorld { world in
      world.grace(id, "acc-2", failed: "2025-11-11", ends: "2025-11-27")
      world.act(
        id, .refreshRequested, "2025-11-20T17:00:00Z", SubscriptionEvent.Action(actor: "mira"))
    }
    for height in [36, 24] {
      let frame = try answered.frame(.detail, height == 36 ? 120 : 80, height, subscription: id)
      #expect(frame.text.contains("unanswered since 20 Nov 17:00Z (42m), by mira"))
    }
  }

  @Test func `without a payload the words say how to go on`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press("Enter", "Enter")
    guard case .payload(var payload) = driver.model.input else {
      Issue.record("no payload is open")
      return
    }
    (payload.document, payload.absence) = (nil, .missing)
    #expect(
      payload.sentences(in: driver.model)
        == ["The ledger keeps nothing at this place.", "Type nothing to go on."])
  }
}
