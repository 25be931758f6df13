import Foundation
import Testing

@testable import Webhook

@Suite struct OpenAPITests {
  private static func document() throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(OpenAPI.text.utf8)) as? [String: Any])
  }

  @Test(arguments: WebRoute.allCases)
  func `every route is described with every status`(_ route: WebRoute) throws {
    let paths = try #require(try Self.document()["paths"] as? [String: [String: [String: Any]]])
    let operation = try #require(paths[route.path]?[route.method.rawValue.lowercased()])
    #expect(operation["operationId"] as? String == route.rawValue)
    let answers = try #require(operation["responses"] as? [String: Any])
    let statuses = Set(
      route.problems.map(\.status) + route.outcomes.map(\.status)
        + (route.outcomes.isEmpty ? [200] : []))
    #expect(Set(answers.keys) == Set(statuses.map(String.init)))
    let parameters = operation["parameters"] as? [[String: Any]] ?? []
    #expect(parameters.compactMap { $0["name"] as? String } == route.parameters.map(\.rawValue))
    let security = operation["security"] as? [[String: [String]]]
    #expect(security?.first?["backend"] == route.scope.map { [$0.rawValue] })
  }

  @Test func `every shape that is named is there, and none is left over`() throws {
    let text = OpenAPI.text
    for schema in OpenAPISchema.allCases {
      #expect(text.contains("\"#/components/schemas/\(schema.name)\""), "\(schema.name)")
      #expect(text.contains("\"\(schema.name)\": {"), "\(schema.name)")
    }
    let named = text.matches(of: #/#\/components\/schemas\/(\w+)/#).map { String($0.output.1) }
    #expect(Set(named) == Set(OpenAPISchema.allCases.map(\.name)))
  }

  @Test func `no path is served twice by one method`() {
    let pairs = WebRoute.allCases.map { $0.method.rawValue + $0.path }
    #expect(Set(pairs).count == WebRoute.allCases.count)
  }
}
