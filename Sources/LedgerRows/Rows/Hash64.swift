import PlainText

/// A number that represents a name in an index, where the name itself would take several times
/// the room: whoever finds the number compares the name.
public enum Hash64 {
  /// The number of a name: FNV-1a of its bytes
  /// (<https://www.rfc-editor.org/rfc/rfc9923.html>).
  public static func of(_ name: String) -> Int64 {
    var name = name
    return name.withUTF8 { of($0) }
  }

  /// The number of bytes that are too many to be compared with many.
  @inlinable
  public static func of(_ bytes: some Sequence<UInt8>) -> Int64 {
    Int64(bitPattern: FNV1a.hash(bytes))
  }
}
