import Dashboard
import SubscriptionCore
import Testing

struct PreparedCommandTests {
  private static let values: [CommandPlaceholder: String] = [
    .id: "gp_1", .account: "acct 'x'", .orderID: "-rf", .product: "a\u{1B}b",
  ]

  private func arguments(_ texts: String...) throws -> [String] {
    try PreparedCommand(
      CustomCommand(name: "c", arguments: texts), about: "gp_1", values: Self.values
    ).arguments
  }

  @Test(arguments: [
    ("{id}", "gp_1"), ("https://crm/u/{id}?a={account}", "https://crm/u/gp_1?a=acct 'x'"),
    ("{\"id\": \"{id}\"}", "{\"id\": \"gp_1\"}"), ("{", "{"), ("{}", "{}"), ("{ID}", "{ID}"),
    ("{id", "{id"), ("{{id}}", "{gp_1}"), ("--order={order_id}", "--order=-rf"),
  ])
  func `values stand where their placeholders stood`(text: String, filled: String) throws {
    #expect(try arguments("p", text) == ["p", filled])
  }

  @Test(arguments: [
    ("{order_id}", PreparedCommand.Refusal.looksLikeOption(.orderID)),
    ("{state}", .missing(.state)), ("{product}", .unfit(.product)),
  ])
  func `a value that could do harm is not passed on`(
    text: String, refusal: PreparedCommand.Refusal
  ) {
    #expect(throws: refusal) { try arguments("p", text) }
  }

  @Test func `a program's name and the values of others are never read again`() throws {
    #expect(try arguments("{id}", "x") == ["{id}", "x"])
    let nested = try PreparedCommand(
      CustomCommand(name: "c", arguments: ["p", "{account}"]), about: nil,
      values: [.account: "{id}", .id: "gp_1"])
    #expect(nested.arguments == ["p", "{id}"])
  }

  @Test func `the line to read is quoted as a shell would need it`() throws {
    let prepared = try PreparedCommand(
      CustomCommand(name: "c", arguments: ["p", "{account}", "--a={id}", ""]), about: nil,
      values: Self.values)
    #expect(prepared.line == "p 'acct '\\''x'\\''' --a=gp_1 ''")
  }
}
