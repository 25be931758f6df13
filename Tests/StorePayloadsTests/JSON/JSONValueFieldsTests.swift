import PlainText
import SubscriptionCore
import Testing

@testable import StorePayloads

@Suite struct JSONValueFieldsTests {
  /// Reads the field `v` of an object.
  private func field<Result>(
    _ value: String, _ body: (JSONValue) throws(Fault) -> Result
  ) throws(Fault) -> Result {
    let bytes = Array("{\"v\":\(value)}".utf8)
    return try bytes.withUnsafeBufferPointer { (text) throws(Fault) in
      try JSONDocument.scan(text).withRoot(of: text, body)
    }
  }

  @Test(
    arguments: [
      ("1697679936049", 1_697_679_936_049), ("\"1697679936049\"", 1_697_679_936_049),
      ("1697679936049.7297", 1_697_679_936_049), ("1.697679936049e12", 1_697_679_936_049),
      ("-1.5", -2), ("-1", -1), ("253402300799999", 253_402_300_799_999),
    ] as [(String, Int64)])
  func `a time is whole milliseconds however it is written`(text: String, expected: Int64) throws {
    #expect(
      try field(text) { (json) throws(Fault) in try json.time("v") }
        == Timestamp(milliseconds: expected))
  }

  @Test(arguments: ["0", "\"0\"", "\"\"", "null"])
  func `nothing has many spellings`(text: String) throws {
    #expect(try field(text) { (json) throws(Fault) in try json.time("v") } == nil)
  }

  @Test(arguments: [
    ("\"soon\"", FieldProblem.unreadable(expected: "milliseconds since 1970")),
    ("true", .wrongType(expected: "milliseconds since 1970")),
    ("[]", .wrongType(expected: "milliseconds since 1970")),
    ("253402300800000", .timeOutOfRange), ("-62135596800001", .timeOutOfRange),
    ("1e300", .unreadable(expected: "milliseconds since 1970")),
    ("99999999999999999999", .unreadable(expected: "milliseconds since 1970")),
  ])
  func `a time that is none is refused with its field`(text: String, problem: FieldProblem) {
    let fault = #expect(throws: Fault.self) {
      try field(text) { (json) throws(Fault) in try json.time("v") }
    }
    #expect(fault?.error == .field(problem))
    #expect(fault?.field == "v")
  }

  @Test(
    arguments: [
      ("true", true), ("1", true), ("\"1\"", true), ("\"true\"", true), ("false", false),
      ("0", false), ("\"0\"", false), ("\"false\"", false), ("\"\"", nil), ("null", nil),
    ] as [(String, Bool?)])
  func `yes and no have many spellings`(text: String, expected: Bool?) throws {
    #expect(try field(text) { (json) throws(Fault) in try json.flag("v") } == expected)
  }

  @Test(
    arguments: [
      ("\"2025-10-10T00:22:31Z\"", 1_760_055_751_000),
      ("\"2025-10-10T00:22:31.5Z\"", 1_760_055_751_500),
      ("\"2025-10-10T00:22:31.123456789Z\"", 1_760_055_751_123),
      ("\"2025-10-10T09:22:31+09:00\"", 1_760_055_751_000),
    ] as [(String, Int64)])
  func `a date is RFC 3339 with up to nine digits`(text: String, expected: Int64) throws {
    #expect(
      try field(text) { (json) throws(Fault) in try json.date("v") }
        == Timestamp(milliseconds: expected))
  }

  @Test(arguments: ["\"2025-02-30T00:00:00Z\"", "\"2025-10-10T24:00:00Z\"", "\"x\"", "7"])
  func `a date that does not exist is refused`(text: String) {
    #expect(throws: Fault.self) {
      try field(text) { (json) throws(Fault) in try json.date("v") }
    }
  }

  @Test(arguments: ["{}", "[1]", "\"soon\""])
  func `a field that is only checked has its type`(text: String) throws {
    try field("null") { (json) throws(Fault) in
      try json.check(texts: "v", integers: "v", times: "v", dates: "v", lists: "v")
    }
    #expect(throws: Fault.self) {
      try field(text) { (json) throws(Fault) in try json.check(dates: "v") }
    }
    #expect(throws: Fault.self) {
      try field(text) { (json) throws(Fault) in try json.check(lists: "v") }
    }
  }

  @Test func `money keeps its digits`() throws {
    for code in ["USD", "usd"] {
      let text = "{\"currencyCode\":\"\(code)\",\"units\":\"9\",\"nanos\":990000000}"
      let money = try field(text) { (json) throws(Fault) in try json.money("v") }
      #expect(money == Money(micros: 9_990_000, currency: "USD"))
    }
  }

  @Test func `a path leads from the root to the value`() throws {
    let paths = try field("{\"a\":[{\"b\":1},{\"b\":2}],\"c\":{\"d\":3}}") { (root) throws(Fault) in
      let value = try root.required("v")
      return [
        try value.array("a")[1].required("b").path, try value.required("c").required("d").path,
        value.path(of: "x"),
      ]
    }
    #expect(paths == ["v.a[1].b", "v.c.d", "v.x"])
  }
}
