import SubscriptionCore
import Testing

@testable import churntop

struct JSONTests {
  @Test func `keys keep the order in which they were written`() {
    let json: JSON = ["zebra": 1, "apple": 2, "mango": ["b": true, "a": .null]]
    #expect(json.compact == #"{"zebra":1,"apple":2,"mango":{"b":true,"a":null}}"#)
  }

  @Test(arguments: [
    ("a\"b\\c", #""a\"b\\c""#),
    ("line\nfeed\ttab\rreturn", #""line\nfeed\ttab\rreturn""#),
    ("bell\u{7}escape\u{1B}[31m", #""bell\u0007escape\u001b[31m""#),
    ("delete\u{7F}csi\u{9B}31m", #""delete\u007fcsi\u009b31m""#),
    ("right-to-left\u{202E}txt", #""right-to-left\u202etxt""#),
    ("isolate\u{2066}x\u{2069}", #""isolate\u2066x\u2069""#),
    ("separator\u{2028}", #""separator\u2028""#),
    ("山田 🗾", "\"山田 🗾\""),
  ])
  func `texts come out escaped and harmless to a terminal`(text: String, written: String) throws {
    #expect(JSON.string(text).compact == written)
    #expect(try TestJSON(written).text == text)
  }

  @Test(arguments: [
    (Int64(0), "0"), (1, "0.001"), (1500, "1.5"), (-250, "-0.25"), (12_000, "12"),
    (Int64.max, "9223372036854775.807"), (Int64.min, "-9223372036854775.808"),
  ])
  func `thousandths are written without a floating-point number`(value: Int64, written: String) {
    #expect(JSON.thousandths(value).compact == written)
  }

  @Test func `what is absent is null and never a missing key`() {
    let json: JSON = [
      "text": JSON(String?.none), "count": JSON(Int?.none), "at": JSON(Timestamp?.none),
      "price": JSON(Money?.none), "flag": JSON(Bool?.none), "id": JSON(ProductID?.none),
    ]
    #expect(
      json.compact
        == #"{"text":null,"count":null,"at":null,"price":null,"flag":null,"id":null}"#)
  }

  @Test func `money is a currency and a decimal text`() {
    let price = Money(micros: 480_000_000, currency: "JPY")
    #expect(JSON(price).compact == #"{"currency":"JPY","amount":"480.00"}"#)
  }

  @Test func `short lists stay on one line and long ones are indented`() {
    let short: JSON = ["spans": [["kind": "paid", "access": true]]]
    #expect(
      short.pretty() == """
        {
          "spans": [{"kind": "paid", "access": true}]
        }
        """)
    let long = JSON.array((0..<4).map { _ in .string(String(repeating: "x", count: 40)) })
    #expect(long.pretty().split(separator: "\n").count == 6)
  }

  @Test func `pretty and compact say the same`() throws {
    let json: JSON = [
      "a": [1, 2, ["b": ["c": [.null, "d"]]]], "long": .string(String(repeating: "y", count: 200)),
    ]
    let (one, other) = (try TestJSON(json.pretty()), try TestJSON(json.compact))
    #expect(one.description == other.description)
  }
}
