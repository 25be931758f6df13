import PlainText

/// The removal of shared secrets from everything that is stored.
enum Secrets {
  private static let mask = Array("\"********\"".utf8)
  private static let key = Array("\"password\"".utf8)

  /// Returns the text with the value of every `password` masked.
  ///
  /// Apple's version 1 notifications contain the app's shared secret in plain text.
  static func redacted(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard let document = try? JSONDocument(bytes) else { return redactedByEye(bytes) }
    var ranges: [Range<Int>] = []
    document.withRoot(of: bytes) { collect($0, into: &ranges) }
    guard !ranges.isEmpty else { return Array(bytes) }
    var output: [UInt8] = []
    var position = 0
    for range in ranges {
      output.append(contentsOf: bytes[position..<range.lowerBound])
      output.append(contentsOf: mask)
      position = range.upperBound
    }
    output.append(contentsOf: bytes[position...])
    return output
  }

  private static func collect(_ value: JSONValue, into ranges: inout [Range<Int>]) {
    switch value.kind {
    case .object:
      for (key, value) in value.members {
        if key == "password", value.kind != .null {
          ranges.append(Int(value.node.start)..<Int(value.node.end))
        } else {
          collect(value, into: &ranges)
        }
      }
    case .array: for element in value.elements { collect(element, into: &ranges) }
    case .null, .no, .yes, .number, .string: break
    }
  }

  /// Masks the values in a text that is not JSON: from the key up to the closing quote, or of a
  /// value without quotes up to the next comma or brace.
  private static func redactedByEye(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var output = Array(bytes)
    var index = 0
    while index + key.count <= output.count {
      guard output[index..<index + key.count].elementsEqual(key) else {
        index += 1
        continue
      }
      index += key.count
      while index < output.count,
        [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":")].contains(output[index])
      {
        index += 1
      }
      var ends = [UInt8(ascii: ","), UInt8(ascii: "}")]
      if index < output.count, output[index] == UInt8(ascii: "\"") {
        ends = [UInt8(ascii: "\"")]
        index += 1
      }
      var isEscaped = false
      while index < output.count, isEscaped || !ends.contains(output[index]) {
        isEscaped = !isEscaped && output[index] == UInt8(ascii: "\\")
        output[index] = UInt8(ascii: "*")
        index += 1
      }
    }
    return output
  }
}
