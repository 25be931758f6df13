/// One value of a scanned JSON text, as a view that is valid only as long as the text.
public struct JSONValue {
  /// The text.
  public let bytes: UnsafeBufferPointer<UInt8>
  @usableFromInline
  let nodes: UnsafeBufferPointer<JSONNode>
  @usableFromInline
  let index: Int
  /// The index of the value at which ``path`` begins.
  @usableFromInline
  let root: Int

  @inlinable
  init(
    bytes: UnsafeBufferPointer<UInt8>, nodes: UnsafeBufferPointer<JSONNode>, index: Int, root: Int
  ) {
    (self.bytes, self.nodes, self.index, self.root) = (bytes, nodes, index, root)
  }

  @inlinable
  func value(at index: Int) -> JSONValue {
    JSONValue(bytes: bytes, nodes: nodes, index: index, root: root)
  }

  /// The same value as a document of its own: ``path`` begins here, and costs no more than it has.
  public var alone: JSONValue { JSONValue(bytes: bytes, nodes: nodes, index: index, root: index) }

  /// The position of the value.
  @inlinable public var node: JSONNode { nodes[index] }
  /// The kind of value.
  @inlinable public var kind: JSONNode.Kind { nodes[index].kind }

  /// The bytes of the value as written.
  @inlinable
  public var raw: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)])
  }

  /// The bytes of the value as written, without the white space between its tokens.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var compact: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(Int(node.end - node.start))
    var position = Int(node.start)
    for place in index..<Int(node.next) {
      let token = nodes[place]
      if token.kind == .array || token.kind == .object { continue }
      appendMarks(position..<Int(token.start), to: &output)
      output.append(contentsOf: bytes[Int(token.start)..<Int(token.end)])
      position = Int(token.end)
    }
    appendMarks(position..<Int(node.end), to: &output)
    return output
  }

  private func appendMarks(_ range: Range<Int>, to output: inout [UInt8]) {
    for place in range where bytes[place] > 0x20 { output.append(bytes[place]) }
  }

  /// The text of a string, the digits of a number, or the source text of anything else.
  public var text: String {
    kind == .string ? JSONText.string(node, in: bytes) : String(decoding: raw, as: UTF8.self)
  }

  /// The content of a string as bytes.
  public var content: [UInt8] {
    let inside = UnsafeBufferPointer(rebasing: bytes[Int(node.start) + 1..<Int(node.end) - 1])
    return node.isEscaped ? JSONText.unescaped(inside) : Array(inside)
  }

  /// The value of a key; `nil` if the key is absent, the value is `null`, or this is not an object.
  ///
  /// - Complexity: O(*n*) in the number of keys.
  @inlinable
  public subscript(_ key: StaticString) -> JSONValue? {
    guard kind == .object else { return nil }
    let end = Int(node.next)
    var at = index + 1
    while at < end {
      if matches(nodes[at], key) {
        return nodes[at + 1].kind == .null ? nil : value(at: at + 1)
      }
      at = Int(nodes[at + 1].next)
    }
    return nil
  }

  /// Returns whether the object has the key, whatever its value.
  @inlinable
  public func has(_ key: StaticString) -> Bool {
    guard kind == .object else { return false }
    let end = Int(node.next)
    var at = index + 1
    while at < end {
      if matches(nodes[at], key) { return true }
      at = Int(nodes[at + 1].next)
    }
    return false
  }

  @inlinable @inline(__always)
  func matches(_ node: JSONNode, _ key: StaticString) -> Bool {
    let count = key.utf8CodeUnitCount
    if node.isEscaped { return JSONText.string(node, in: bytes) == key.description }
    guard Int(node.end - node.start) - 2 == count else { return false }
    let start = Int(node.start) + 1
    for offset in 0..<count where bytes[start + offset] != key.utf8Start[offset] { return false }
    return true
  }

  /// The elements of an array; empty for any other value.
  @inlinable
  public var elements: [JSONValue] {
    guard kind == .array else { return [] }
    var result: [JSONValue] = []
    var at = index + 1
    while at < Int(node.next) {
      result.append(value(at: at))
      at = Int(nodes[at].next)
    }
    return result
  }

  /// The members of an object; empty for any other value.
  public var members: [(key: String, value: JSONValue)] {
    guard kind == .object else { return [] }
    var result: [(key: String, value: JSONValue)] = []
    var at = index + 1
    while at < Int(node.next) {
      result.append((JSONText.string(nodes[at], in: bytes), value(at: at + 1)))
      at = Int(nodes[at + 1].next)
    }
    return result
  }

  /// The path from the document's root, or from the value that is ``alone``, to this value, such
  /// as `data[0].status`.
  ///
  /// - Complexity: O(*n*) in the root's values; only used in error messages, and in a loop only of
  ///   values that are alone.
  public var path: String {
    var path = ""
    var current = value(at: root)
    while current.index != index {
      func holds(_ child: JSONValue) -> Bool {
        child.index <= index && index < Int(child.node.next)
      }
      if let member = current.members.first(where: { holds($0.value) }) {
        path += (path.isEmpty ? "" : ".") + member.key
        current = member.value
      } else if let place = current.elements.firstIndex(where: holds) {
        path += "[\(place)]"
        current = current.elements[place]
      } else {
        return path
      }
    }
    return path
  }

  /// Returns the path of a key of this object, present or not.
  public func path(of key: StaticString) -> String {
    let own = path
    return own.isEmpty ? key.description : own + "." + key.description
  }
}
