import StoreSimulator
import SubscriptionCore
import Testing

@testable import SimulatedStores

@Suite struct ForgeryTests {
  private static func token(_ payload: String) -> String {
    "eyJh." + Base64URL.encode(payload.utf8) + ".sig"
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

  @Test(arguments: [[], [0], [251, 255], [1, 2, 3, 4]] as [[UInt8]])
  func `base64url is read as it was written`(bytes: [UInt8]) {
    let text = Base64URL.encode(bytes)
    #expect(!text.contains { "+/=".contains($0) })
    #expect(Base64URL.decode(text) == bytes)
  }
}
