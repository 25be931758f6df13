import StoreSync
import SubscriptionCore
import Testing

@testable import Webhook

@Suite struct OpenAPITests {
  private let document: OpenAPIDocument

  init() throws { document = try OpenAPIDocument() }

  @Test(arguments: WebRoute.allCases)
  func `every route is described`(_ route: WebRoute) throws {
    let operation = try #require(
      document.at("paths", route.path, route.method.rawValue.lowercased()))
    #expect(operation["operationId"]?.text == route.rawValue)
    let scopes = operation["security"]?.elements.first?["backend"]?.elements.compactMap(\.text)
    #expect(scopes == route.scope.map { [$0.rawValue] })
    #expect(operation["responses"]?["200"] != nil)
    let names = (operation["parameters"]?.elements ?? []).compactMap { parameter in
      document.resolved(parameter)?["name"]?.text
    }
    #expect(Set(names) == Set(route.parameters.map(\.rawValue)))
  }

  @Test func `nothing else is described, and no path is served twice by one method`() {
    let described = document.at("paths")?.members.values.map(\.members.count).reduce(0, +)
    #expect(described == WebRoute.allCases.count)
    let served = WebRoute.table.values.map(\.count).reduce(0, +)
    #expect(served == WebRoute.allCases.count)
  }

  @Test func `what is named is there, and none is left over`() throws {
    let named = Set(
      OpenAPI.text.matches(of: #/"\#\/components\/(\w+)\/(\w+)"/#).map { "\($0.1)/\($0.2)" })
    let kinds = ["headers", "parameters", "responses", "schemas"]
    let there = kinds.flatMap { kind in
      document.at("components", kind)?.members.keys.map { "\(kind)/\($0)" } ?? []
    }
    #expect(named == Set(there))
  }

  @Test func `the words are those of the code`() throws {
    func words(_ schema: JSONTree?) -> [String]? {
      schema?["enum"]?.elements.compactMap(\.text)
    }
    let schemas = try #require(document.at("components", "schemas"))
    #expect(words(schemas["Store"]) == Store.allCases.map(\.rawValue))
    #expect(words(schemas["State"]) == SubscriptionState.allCases.map(\.rawValue))
    #expect(words(schemas["Environment"]) == StoreEnvironment.allCases.map(\.rawValue))
    #expect(words(schemas["PromptMessage"]) == PromptMessage.allCases.map(\.rawValue))
    #expect(
      words(schemas["Delivery"]?["properties"]?["outcome"])
        == DeliveryOutcome.allCases.filter { $0.status == 200 }.map(\.rawValue))
    let account = schemas["Prompts"]?["properties"]?["subscriptions"]?["items"]?["properties"]
    #expect(
      words(account?["prompt"]?["properties"]?["reason"])
        == WithheldReason.allCases.map(\.rawValue))
    let change = schemas["Changes"]?["properties"]?["changes"]?["items"]?["properties"]
    #expect(
      words(change?["type"]) == SubscriptionChange.Kind.allCases.map(SubscriptionChange.type(of:)))
    #expect(
      words(change?["data"]?["properties"]?["cause"]) == ChurnCause.allCases.map(\.rawValue))
    #expect(words(change?["data"]?["properties"]?["reason"]) == EndReason.allCases.map(\.rawValue))
    let steps = schemas["PromptStep"]?["enum"]?.elements
    #expect(steps == PromptStep.allCases.map { JSONTree.number(Double($0.rawValue)) } + [.null])
    let kinds = schemas["Problem"]?["properties"]?["type"]?["description"]?.text ?? ""
    let problems = Set(WebProblem.Kind.allCases.map(\.rawValue)).union(
      DeliveryOutcome.allCases.filter { $0.status >= 400 }.map(\.rawValue))
    #expect(Set(kinds.matches(of: #/`([-a-z]+)`/#).map { String($0.1) }) == problems)
    let scopes = document.at("components", "securitySchemes", "backend", "description")?.text ?? ""
    #expect(TokenScope.allCases.allSatisfy { scopes.contains("`\($0.rawValue)`") })
  }

  @Test func `the limits are those of the code`() throws {
    let schemas = try #require(document.at("components", "schemas"))
    func number(_ value: JSONTree?) -> Int? {
      if case .number(let number)? = value { Int(number) } else { nil }
    }
    #expect(number(schemas["Identifier"]?["maxLength"]) == WebQuery.nameMax)
    let key = schemas["ShownRequest"]?["properties"]?["idempotencyKey"]
    #expect(number(key?["minLength"]) == ShownRequest.keyLength.lowerBound)
    #expect(number(key?["maxLength"]) == ShownRequest.keyLength.upperBound)
    let parameters = document.at("paths", "/v1/changes", "get", "parameters")?.elements ?? []
    for (name, range) in [("wait", WebhookServer.waitRange), ("limit", WebhookServer.limitRange)] {
      let schema = try #require(parameters.first { $0["name"]?.text == name }?["schema"])
      #expect(number(schema["minimum"]) == range.lowerBound)
      #expect(number(schema["maximum"]) == range.upperBound)
    }
  }

  @Test func `every time in a body says what happens then`() throws {
    func bare(_ schema: JSONTree, _ place: String) -> [String] {
      let isBare = schema["format"]?.text == "date-time" && schema["description"] == nil
      let inner = schema.members.flatMap { name, member in bare(member, "\(place).\(name)") }
      return (isBare ? [place] : []) + inner
    }
    let schemas = try #require(document.at("components", "schemas"))
    #expect(bare(schemas, "") == [])
  }

  @Test func `a later version may add fields to answers`() {
    #expect(!OpenAPI.text.contains(#""additionalProperties": false"#))
  }

  @Test func `a body that differs from its schema is found`() {
    let schema = document.at("components", "schemas", "Problem")
    func problems(_ body: JSONTree) -> Int { document.problems(of: body, schema, "").count }
    var body: [String: JSONTree] = [
      "type": .string("urn:x"), "title": .string("x"), "status": .number(400),
      "detail": .string("x"), "requestId": .string("x"),
    ]
    #expect(problems(.object(body)) == 0)
    body["status"] = .string("400")
    #expect(problems(.object(body)) == 1)
    body["status"] = nil
    body["more"] = .bool(true)
    #expect(problems(.object(body)) == 2)
  }
}
