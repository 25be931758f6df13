import PlainText
import StoreSimulator
import SubscriptionCore
import Testing

@testable import SimulatedStores

@Suite struct ForgeryTests {
  private static func token(_ payload: String) -> String {
    "eyJh." + Base64.encode(payload.utf8, alphabet: .url) + ".sig"
  }

  @Test func `signed texts are changed from the inside out, others stay`() throws {
    let inner = Self.token("{\"bundleId\":\"a\"}")
    let outer = Self.token("{\"x\":\"\(inner)\",\"bundleId\":\"a\"}")
    let forgery = Forgery(sign: { Self.token($0) }) { $0.replacing("\"a\"", with: "\"b\"") }
    let forged = try forgery.forged("{\"p\":\"\(outer)\",\"n\":1,\"t\":\"a.b.c\",\"u\":\"a\"}")
    let innerWanted = Self.token("{\"bundleId\":\"b\"}")
    let outerWanted = Self.token("{\"x\":\"\(innerWanted)\",\"bundleId\":\"b\"}")
    #expect(forged == "{\"p\":\"\(outerWanted)\",\"n\":1,\"t\":\"a.b.c\",\"u\":\"a\"}")
  }

  @Test func `a signature is dated back`() {
    #expect(
      Forgery.backdated("{\"signedDate\":5000,\"other\":5000}", by: .seconds(2))
        == "{\"signedDate\":3000,\"other\":5000}")
  }
}
