import Foundation
import PlainText
import SeededNumbers
import Testing

@Suite struct Base64Tests {
  private func decode(_ text: String, _ alphabet: Base64.Alphabet) -> [UInt8]? {
    Base64.decode(text, alphabet: alphabet)
  }

  @Test func `every length decodes to what was encoded`() {
    var numbers = SeededNumbers(seed: 1)
    for count in 0..<100 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      #expect(decode(Data(bytes).base64EncodedString(), .standard) == bytes)
      let text = Base64.encode(bytes, alphabet: .url)
      #expect(decode(text, .url) == bytes)
      #expect(!text.contains { "+/=".contains($0) })
      #expect(Base64.encode(bytes, alphabet: .standard) == Data(bytes).base64EncodedString())
    }
  }

  @Test(arguments: [
    "A", "A===", "AB=C", "AA=A", "AB==", "AAB=", "AA", "AAA", "AA-A", "A A=", "AAAA=", "====",
  ])
  func `a standard text that is not the one spelling is refused`(text: String) {
    #expect(decode(text, .standard) == nil)
  }

  @Test(arguments: ["A", "AA==", "AB", "AAB", "AA+A", "AA/A", "AAAAA", "é"])
  func `a url text that is not the one spelling is refused`(text: String) {
    #expect(decode(text, .url) == nil)
  }
}
