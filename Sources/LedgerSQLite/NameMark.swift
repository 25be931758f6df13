import GRDB

/// A number that stands for a name in an index, where the name itself would take several times
/// the room: whoever finds the number compares the name.
enum NameMark {
  /// The number of a name: FNV-1a of its bytes
  /// (<https://www.rfc-editor.org/rfc/rfc9923.html>).
  static func of(_ name: String) -> Int64 {
    var name = name
    let hash = name.withUTF8 { bytes in
      bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    return Int64(bitPattern: hash)
  }

  /// `name_mark(text)`: the number of a name; NULL for what is no text.
  static let function = DatabaseFunction("name_mark", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map(of)
  }
}
