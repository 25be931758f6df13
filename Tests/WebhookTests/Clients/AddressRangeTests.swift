import Testing

@testable import Webhook

@Suite struct AddressRangeTests {
  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
    ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("203.0.113.8/29", "203.0.113.15", true),
    ("203.0.113.8/29", "203.0.113.16", false), ("203.0.113.7", "203.0.113.7", true),
    ("203.0.113.7", "203.0.113.6", false), ("203.0.113.7/32", "203.0.113.7", true),
    ("128.0.0.0/1", "200.0.0.1", true), ("128.0.0.0/1", "2001:db8::1", false),
    ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false),
    ("2001:db8::/64", "2001:db8::ffff:0:0:1", true), ("2001:db8::/64", "2001:db8:0:1::", false),
    ("2001:db8::4/126", "2001:db8::7", true), ("2001:db8::4/126", "2001:db8::8", false),
    ("::1", "::1", true), ("::1", "127.0.0.1", false),
  ])
  func `a range holds what begins with its bits`(
    _ range: String, _ address: String, _ holds: Bool
  ) throws {
    #expect(try AddressRange(range).contains(#require(NetworkAddress(address))) == holds)
  }

  @Test(arguments: [
    ("", AddressRange.Mistake.address), ("/8", .address), ("10.0/8", .address),
    ("proxy.local", .address), ("10.0.0.0/", .length), ("10.0.0.0/33", .length),
    ("10.0.0.0/-1", .length), ("10.0.0.0/+8", .length), ("10.0.0.0/8/8", .length),
    ("::/129", .length), ("10.0.0.0/99999999999999999999", .length), ("10.0.0.1/8", .rest),
    ("fd00::1/64", .rest), ("0.0.0.0/0", .everything), ("::/0", .everything),
  ])
  func `what is no range is said to be none, and why`(
    _ text: String, _ mistake: AddressRange.Mistake
  ) {
    #expect(throws: mistake) { try AddressRange(text) }
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("::1", true), ("::", true), ("10.1.2.3", true), ("172.16.0.1", true),
    ("172.32.0.1", false), ("192.168.1.1", true), ("169.254.169.254", true),
    ("100.64.0.1", true), ("100.128.0.1", false), ("fd12::1", true), ("fe80::1", true),
    ("::ffff:192.168.0.1", true), ("203.0.113.1", false), ("2001:db8::1", false),
    ("17.1.2.3", false), ("::2", false),
  ])
  func `a private address may hide everybody`(_ text: String, _ isLocal: Bool) throws {
    #expect(AddressRange.local.contain(try #require(NetworkAddress(text))) == isLocal)
  }
}
