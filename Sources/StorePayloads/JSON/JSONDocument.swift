/// A parsed JSON text, as the positions of its values.
struct JSONDocument {
  private let nodes: [JSONNode]

  /// Scans a text.
  ///
  /// - Throws: `.malformed` with the position, or `.tooLong`.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PayloadError) {
    guard bytes.count <= JSONScanner.bytesMax else {
      throw .document(.tooLong(limit: JSONScanner.bytesMax))
    }
    var scanner = JSONScanner(bytes)
    do {
      try scanner.scan()
    } catch {
      throw .document(.malformed(error.problem, offset: error.offset))
    }
    nodes = scanner.nodes
  }

  /// Scans a text that is a document by itself, and throws a fault of the document.
  static func scan(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) -> JSONDocument {
    do throws(PayloadError) {
      return try JSONDocument(text)
    } catch {
      throw Fault(error)
    }
  }

  /// Calls a closure with the root of the text that was scanned.
  func withRoot<Result, Failure: Error>(
    of bytes: UnsafeBufferPointer<UInt8>, _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let keep = nodes
    return try keep.withUnsafeBufferPointer { (nodes) throws(Failure) -> Result in
      try body(JSONValue(bytes: bytes, nodes: nodes, index: 0))
    }
  }
}
