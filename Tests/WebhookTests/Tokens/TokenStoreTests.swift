import SubscriptionCore
import Testing

@testable import Webhook

@Suite struct TokenStoreTests {
  private static let now = Timestamp(seconds: 1_795_000_000)

  private static func token(
    _ name: String, _ text: String, until end: Timestamp? = nil
  ) -> AccessToken {
    AccessToken(
      name: name, hash: AccessToken.hash(of: text), scopes: [.promptsRead], expiresAt: end)
  }

  @Test func `one token replaces another without a gap`() {
    let (old, new) = (Self.token("old", "a", until: Self.now + .days(1)), Self.token("new", "b"))
    let book = TokenStore([old, new])
    #expect(book.holder(of: "a", at: Self.now) == .known(old))
    #expect(book.holder(of: "b", at: Self.now) == .known(new))
    let later = Self.now + .days(1)
    #expect(book.holder(of: "a", at: later) == .expired(name: "old", at: later))
    #expect(book.holder(of: "b", at: later) == .known(new))
    for text in ["", "c", "ab", "A"] { #expect(book.holder(of: text, at: Self.now) == .unknown) }
    #expect(TokenStore().holder(of: "a", at: Self.now) == .unknown)
  }

  @Test func `hashes are equal only when every byte is`() {
    let hash = AccessToken.hash(of: "abc")
    #expect(hash.prefix(4) == [0xBA, 0x78, 0x16, 0xBF], "SHA-256 of FIPS 180-2, appendix B.1")
    #expect(TokenStore.areEqual(hash, hash))
    for place in hash.indices {
      var other = hash
      other[place] ^= 1
      #expect(!TokenStore.areEqual(hash, other))
    }
    #expect(!TokenStore.areEqual(hash, Array(hash.dropLast())))
    #expect(!TokenStore.areEqual([], hash))
  }

  @Test func `a token has at least 256 bits`() {
    #expect(AccessToken.text(random: [UInt8](repeating: 7, count: 31)) == nil)
    let text = AccessToken.text(random: [UInt8](repeating: 0xFF, count: 32))
    #expect(text == "ctd_" + String(repeating: "_", count: 42) + "8")
  }
}
