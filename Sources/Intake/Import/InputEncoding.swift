/// A form of files that are not plain text, recognized by their first bytes.
public enum InputEncoding: String, Hashable, Sendable, CaseIterable {
  /// Compressed by gzip (<https://www.rfc-editor.org/rfc/rfc1952#section-2.3.1>).
  case gzip
  /// Compressed by Zstandard (<https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1>).
  case zstandard
  /// Compressed by bzip2.
  case bzip2
  /// Compressed by xz (<https://tukaani.org/xz/xz-file-format.txt>).
  case xz
  /// A ZIP archive.
  case zip
  /// A database of SQLite (<https://www.sqlite.org/fileformat2.html#the_database_header>).
  case sqlite
  /// Text in UTF-16 with a byte order mark.
  case utf16

  /// The byte sequences with which files of the form begin.
  private var beginnings: [[UInt8]] {
    switch self {
    case .gzip: [[0x1F, 0x8B]]
    case .zstandard: [[0x28, 0xB5, 0x2F, 0xFD]]
    case .bzip2: [Array("BZh".utf8)]
    case .xz: [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]]
    case .zip: [Array("PK\u{3}\u{4}".utf8)]
    case .sqlite: [Array("SQLite format 3\0".utf8)]
    case .utf16: [[0xFF, 0xFE], [0xFE, 0xFF]]
    }
  }

  /// The most bytes that tell a form.
  static let bytesMax = 16

  /// Detects the form by the first bytes of a file; `nil` for one that may be JSON text.
  public init?(_ bytes: some Sequence<UInt8>) {
    let head = Array(bytes.prefix(Self.bytesMax))
    guard
      let found = Self.allCases.first(where: { form in
        form.beginnings.contains { head.starts(with: $0) }
      })
    else { return nil }
    self = found
  }

  /// The form in words.
  var title: String {
    switch self {
    case .gzip, .bzip2, .xz: "compressed by \(rawValue)"
    case .zstandard: "compressed by Zstandard"
    case .zip: "a ZIP archive"
    case .sqlite: "a database of SQLite"
    case .utf16: "text in UTF-16"
    }
  }

  /// The name of standard input in messages.
  static let standardInput = "standard input"

  /// Returns the advice about a file of the form, as a sentence.
  func remedy(_ path: String) -> String {
    let file = path == Self.standardInput ? "FILE" : path
    return switch self {
    case .gzip: "Write zcat \(file) | churntop import -"
    case .zstandard: "Write zstdcat \(file) | churntop import -"
    case .bzip2: "Write bzcat \(file) | churntop import -"
    case .xz: "Write xzcat \(file) | churntop import -"
    case .zip: "Write unzip -p \(file) | churntop import -"
    case .sqlite:
      "A ledger is named by --ledger, and 'churntop export' writes what can be imported."
    case .utf16: "Write iconv -f UTF-16 -t UTF-8 \(file) | churntop import -"
    }
  }
}
