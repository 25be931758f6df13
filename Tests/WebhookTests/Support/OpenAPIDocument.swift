import Foundation
import Testing

@testable import Webhook

/// The served description of the interface, as a judge of answers.
struct OpenAPIDocument: Sendable {
  let root: JSONTree

  /// The description, read once.
  static let served = Result { try OpenAPIDocument() }

  init() throws { root = try JSONDecoder().decode(JSONTree.self, from: Data(OpenAPI.text.utf8)) }

  /// The value at a path of names.
  func at(_ path: String...) -> JSONTree? { path.reduce(root) { $0?[$1] } }

  /// The value itself, or what its reference leads to.
  func resolved(_ value: JSONTree?) -> JSONTree? {
    guard let reference = value?["$ref"]?.text else { return value }
    return reference.dropFirst(2).split(separator: "/").reduce(root) { $0?[String($1)] }
  }

  /// The differences between an answer and what is described; none for a path or a method that is
  /// not described at all.
  func problems(_ method: String, _ path: String, _ reply: ClientResponse) -> [String] {
    guard let operation = at("paths", path, method.lowercased()) else { return [] }
    guard let answer = resolved(operation["responses"]?[String(reply.status)]) else {
      return ["\(method) \(path) answers \(reply.status)"]
    }
    let type = String((reply.fields["content-type"] ?? "").prefix { $0 != ";" })
    guard let schema = answer["content"]?[type]?["schema"] else {
      return ["\(method) \(path) answers \(reply.status) as \(type)"]
    }
    for name in answer["headers"]?.members.keys.sorted() ?? []
    where reply.fields[name.lowercased()] == nil {
      return ["\(method) \(path) answers \(reply.status) without \(name)"]
    }
    guard type.hasSuffix("json") else { return [] }
    guard let body = try? JSONDecoder().decode(JSONTree.self, from: Data(reply.body)) else {
      return ["\(method) \(path) answers \(reply.status) with what is not JSON"]
    }
    return problems(of: body, schema, "\(method) \(path) \(reply.status)")
  }

  /// The differences between a value and a schema, of which it knows what the description uses for
  /// answers; a member that is not described is one, though clients have to ignore it.
  func problems(of value: JSONTree, _ schema: JSONTree?, _ place: String) -> [String] {
    guard let schema = resolved(schema) else { return ["\(place): no schema"] }
    var found: [String] = []
    if let choices = schema["anyOf"]?.elements,
      !choices.contains(where: { problems(of: value, $0, place).isEmpty })
    {
      found.append("\(place): \(value) is none of \(choices)")
    }
    let words = schema["enum"]?.elements ?? schema["const"].map { [$0] }
    if let words, !words.contains(value) { found.append("\(place): \(value) is not in \(words)") }
    if let type = schema["type"] {
      let types = type.text.map { [$0] } ?? type.elements.compactMap(\.text)
      if !types.contains(value.type) { found.append("\(place): \(value) is not \(types)") }
    }
    for (index, element) in value.elements.enumerated() where schema["items"] != nil {
      found += problems(of: element, schema["items"], "\(place)[\(index)]")
    }
    guard let properties = schema["properties"] else { return found }
    for name in schema["required"]?.elements.compactMap(\.text) ?? [] where value[name] == nil {
      found.append("\(place).\(name) is missing")
    }
    for (name, member) in value.members {
      if let property = properties[name] {
        found += problems(of: member, property, "\(place).\(name)")
      } else if schema["additionalProperties"] == nil {
        found.append("\(place).\(name) is not described")
      }
    }
    return found
  }
}
