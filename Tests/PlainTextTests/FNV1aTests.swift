import PlainText
import Testing

/// The test vectors of RFC 9923, appendix C.
@Suite struct FNV1aTests {
  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func `64 bits are those of the standard`(text: String, hash: UInt64) {
    #expect(FNV1a.hash(text.utf8) == hash)
  }

  @Test func `texts that are divided differently have other hashes of 128 bits`() {
    #expect(FNV1a.hash128(["ab", "c"]) != FNV1a.hash128(["a", "bc"]))
    #expect(FNV1a.hash128([]).hexadecimal == "6c62272e07bb014262b821756295c58d")
  }
}

@Suite struct HexadecimalTests {
  @Test func `a number has as many digits as its type holds`() {
    #expect(UInt16(0x2E).hexadecimal == "002e")
    #expect(UInt64.max.hexadecimal == "ffffffffffffffff")
  }

  @Test func `bytes have two digits each`() {
    #expect([0, 9, 10, 171, 255].hexadecimal == "00090aabff")
    #expect([].hexadecimal.isEmpty)
  }
}
