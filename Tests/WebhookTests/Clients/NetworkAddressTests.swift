import NIOCore
import Testing

@testable import Webhook

@Suite struct NetworkAddressTests {
  @Test(arguments: [
    ("203.0.113.9", "203.0.113.9"), ("::ffff:203.0.113.9", "203.0.113.9"),
    ("::FFFF:cb00:7109", "203.0.113.9"), ("2001:db8::1", "2001:db8:0:0:0:0:0:1"),
    ("::", "0:0:0:0:0:0:0:0"), ("0.0.0.0", "0.0.0.0"),
  ])
  func `an address is read, however it is written`(_ text: String, _ plain: String) {
    #expect(NetworkAddress(text)?.description == plain)
  }

  @Test(arguments: [
    "", " ", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4:80",
    "[::1]", "::1%lo", "2001:db8::1::2", "12345::", "1.2.3.4 ", "1.2.3.4\0", "example.com",
  ])
  func `what is no address is none`(_ text: String) {
    #expect(NetworkAddress(text) == nil)
  }

  @Test(arguments: ["203.0.113.9", "2001:db8:1:2:3:4:5:6", "::ffff:203.0.113.9"])
  func `the end of a connection is the address that its text names`(_ text: String) throws {
    #expect(NetworkAddress(try SocketAddress(ipAddress: text, port: 80)) == NetworkAddress(text))
    let file: SocketAddress? = try SocketAddress(unixDomainSocketPath: "/tmp/a")
    #expect(NetworkAddress(file) == nil)
  }

  @Test(arguments: [
    ("203.0.113.9", "203.0.113.9"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
    ("::ffff:203.0.113.9", "203.0.113.9"),
  ])
  func `the second half of version 6 is anybody's own choice`(_ text: String, _ block: String) {
    #expect(NetworkAddress(text)?.block == NetworkAddress(block))
    #expect(NetworkAddress("2001:db8:1:2::1") != NetworkAddress("2001:db8:1:3::1")?.block)
  }
}
