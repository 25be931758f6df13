/// A parsed JSON text, as the positions of its values.
public struct JSONDocument: Sendable {
  /// The maximum length of a text in bytes: 64 MiB.
  public static let bytesMax = 64 << 20

  private let nodes: [JSONNode]

  /// Scans a text (<https://www.rfc-editor.org/rfc/rfc8259>), by the rules of ``JSONScanner``.
  ///
  /// - Throws: ``JSONFault`` with the position of the first error.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    guard bytes.count <= Self.bytesMax else {
      throw JSONFault(problem: .tooLong, offset: Self.bytesMax)
    }
    var scanner = JSONScanner(bytes)
    try scanner.scan()
    nodes = scanner.nodes
  }

  /// Calls a closure with the root of the text that was scanned.
  public func withRoot<Result, Failure: Error>(
    of bytes: UnsafeBufferPointer<UInt8>, _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let keep = nodes
    return try keep.withUnsafeBufferPointer { (nodes) throws(Failure) -> Result in
      try body(JSONValue(bytes: bytes, nodes: nodes, index: 0, root: 0))
    }
  }
}
