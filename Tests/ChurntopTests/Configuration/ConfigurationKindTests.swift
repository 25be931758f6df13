import Foundation
import SubscriptionCore
import Testing

@testable import ConfigurationFiles
@testable import churntop

struct ConfigurationKindTests {
  /// A checked file as plain values.
  private static func plain(_ node: ConfigurationNode) -> Any {
    switch node.value {
    case .text(let text), .other(let text): text
    case .integer(let number): number
    case .boolean(let flag): flag
    case .list(let elements): elements.map(plain)
    case .table(let entries):
      Dictionary(
        entries.map { ($0.name, plain($0.node)) }, uniquingKeysWith: { first, _ in first })
    }
  }

  private static func schema(_ kind: ConfigurationKind) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(kind.schema.compact.utf8))
  }

  private static func tree(_ text: String) throws -> ConfigurationNode {
    try TOMLDocument(text).root
  }

  @Test(arguments: ConfigurationKind.allCases)
  func `the example is sound and its schema admits it`(kind: ConfigurationKind) throws {
    let file = try ConfigurationFile(path: "f", text: kind.exampleLines, kind: kind)
    #expect(file.problems == [])
    #expect(!file.root.entries.isEmpty)
    let problems = SchemaValidator.problems(
      of: Self.plain(try Self.tree(kind.exampleLines)), by: try Self.schema(kind))
    #expect(problems == [])
  }

  /// The example of the replies is the shipped file itself.
  @Test(arguments: ConfigurationKind.allCases.filter { $0 != .replies })
  func `the example as it is changes nothing`(kind: ConfigurationKind) throws {
    let file = try ConfigurationFile(path: "f", text: kind.example, kind: kind)
    #expect(file.root.entries.isEmpty, "\(kind.example)")
    for line in kind.exampleLines.split(separator: "\n") {
      #expect(kind.example.contains(line), "\(line)")
    }
  }

  @Test(arguments: ConfigurationKind.allCases)
  func `every default is a value that the file may have`(kind: ConfigurationKind) throws {
    let tables = Self.defaults(of: kind.shape, at: [])
    let schema = try Self.schema(kind)
    #expect(!tables.isEmpty)
    for (path, line) in tables {
      let text = (path.isEmpty ? "" : "[\(path.joined(separator: "."))]\n") + line + "\n"
      let file = try ConfigurationFile(path: "f", text: text, kind: kind)
      #expect(
        file.problems.filter { !$0.text.contains("missing") && !$0.text.contains("half of it") }
          == [], "\(text)")
      let problems = SchemaValidator.problems(of: Self.plain(try Self.tree(text)), by: schema)
      #expect(problems.filter { !$0.contains("missing") } == [], "\(text)")
    }
  }

  /// Each key of a shape that has a default, as the headings and the line that set it.
  private static func defaults(
    of shape: TableShape, at path: [String]
  ) -> [([String], String)] {
    var found = shape.entries.flatMap { entry -> [([String], String)] in
      if case .table(let inner) = entry.shape {
        return defaults(of: inner, at: path + [entry.name])
      }
      return entry.fallback.map { [(path, "\"\(entry.name)\" = \($0)")] } ?? []
    }
    if case .table(let inner) = shape.others?.shape {
      found += defaults(of: inner, at: path + ["any"])
    }
    return found
  }

  @Test(arguments: [
    (ConfigurationKind.config, "thme = \"mono\""), (.config, "readonly = \"yes\""),
    (.config, "[recovery.googlePlay]\ngraceDays = 31"), (.config, "refresh = \"soon\""),
    (.keys, "[bind]\n\"act.snoze\" = \"z\""), (.keys, "preset = \"vim\""),
    (.views, "[view.a]\nkey = \"@0\""), (.views, "[[highlight]]\nwhen = \"x\""),
    (.commands, "[command.x]\ntitle = \"X\""),
    (.commands, "[command.x]\nexec = [\"a\"]\nkey = \"!ab\""),
  ])
  func `what the program leaves out the schema refuses`(
    kind: ConfigurationKind, text: String
  ) throws {
    #expect(try ConfigurationFile(path: "f", text: text, kind: kind).problems != [])
    let problems = SchemaValidator.problems(
      of: Self.plain(try Self.tree(text)), by: try Self.schema(kind))
    #expect(problems != [])
  }
}
