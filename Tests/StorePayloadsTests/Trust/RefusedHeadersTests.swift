import Testing

@testable import StorePayloads

@Suite struct RefusedHeadersTests {
  private func error(_ headers: inout RefusedHeaders, _ text: String) -> PayloadError? {
    Array(text.utf8).withUnsafeBufferPointer { headers.error(of: $0) }
  }

  private func remember(_ headers: inout RefusedHeaders, _ text: String, _ error: PayloadError) {
    Array(text.utf8).withUnsafeBufferPointer { headers.remember($0, error) }
  }

  @Test func `a header is known again whole, with its own reason`() {
    var headers = RefusedHeaders()
    remember(&headers, "header number one", .proof(.untrustedRoot))
    remember(&headers, "header number two", .proof(.chainLength(2)))
    #expect(error(&headers, "header number one") == .proof(.untrustedRoot))
    #expect(error(&headers, "header number two") == .proof(.chainLength(2)))
    for other in ["header number on", "header number one ", "Header number one", ""] {
      #expect(error(&headers, other) == nil)
    }
  }

  @Test func `as many are remembered as there is room for, the ones met lately first`() {
    var headers = RefusedHeaders()
    for index in 0..<RefusedHeaders.countMax { remember(&headers, "\(index)", .field(.notJWS)) }
    #expect(error(&headers, "0") != nil, "met again, so it stays")
    remember(&headers, "one more", .field(.notJWS))
    #expect(error(&headers, "0") != nil)
    #expect(error(&headers, "1") == nil)
    let long = String(repeating: "x", count: RefusedHeaders.bytesMax + 1)
    remember(&headers, long, .field(.notJWS))
    #expect(error(&headers, long) == nil)
    #expect(error(&headers, "0") != nil)
  }
}
