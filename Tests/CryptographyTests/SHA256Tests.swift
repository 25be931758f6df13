import Cryptography
import PlainText
import Testing

/// Published examples, and a hash in pieces.
@Suite struct SHA256Tests {
  // FIPS 180-2, appendix B.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `a published message has its published hash`(message: String, hash: String) {
    #expect(SHA256.hash(Array(message.utf8)).hexadecimal == hash)
    #expect(SHA256().finalize().count == SHA256.byteCount)
  }

  @Test func `a copy goes on from the same prefix, and neither changes the other`() {
    let (prefix, one, two) = (Array("header.".utf8), Array("one".utf8), Array("two".utf8))
    var shared = SHA256()
    shared.update(prefix)
    var copy = shared
    copy.update(one)
    #expect(copy.finalize() == SHA256.hash(prefix + one))
    #expect(shared.finalize() == SHA256.hash(prefix))
    shared.update(two)
    #expect(shared.finalize() == SHA256.hash(prefix + two))
  }

  // RFC 4231, section 4.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `a published message has its published code`(
    key: [UInt8], message: [UInt8], code: String
  ) {
    #expect(SHA256.authenticationCode(for: message, key: key).hexadecimal == code)
  }
}
