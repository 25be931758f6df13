import Glibc

/// An open file that is read in chunks of whole documents.
struct DocumentSource {
  /// The name for messages.
  let name: String
  /// Its size; `nil` where that is not known, as for a pipe.
  let bytesTotal: Int64?

  private let descriptor: Int32
  private var splitter = DocumentSplitter()
  private var rest: [UInt8] = []
  private var isAtEnd = false

  /// The bytes that are read at a time, at least: 256 KiB, as several times as much is held for
  /// every chunk that was read ahead.
  private static let readBytes = 1 << 18

  /// Creates a source over an open file descriptor.
  ///
  /// - Throws: ``ImportError/directory(path:)`` and ``ImportError/unreadable(path:detail:)``.
  init(descriptor: Int32, name: String) throws(ImportError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ImportError(errno: errno, path: name) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .directory(path: name) }
    self.descriptor = descriptor
    self.name = name
    bytesTotal = status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
  }

  /// The next chunk; `nil` at the end of the input.
  ///
  /// - Throws: ``ImportError/unreadable(path:detail:)`` when reading fails.
  mutating func next() throws(ImportError) -> DocumentChunk? {
    while !isAtEnd {
      var bytes = rest
      rest = []
      try fill(&bytes)
      let (pieces, consumed) = splitter.split(bytes, isEnd: isAtEnd)
      rest = Array(bytes[consumed...])
      if !pieces.isEmpty || consumed > 0 {
        return DocumentChunk(bytes: bytes, pieces: pieces, byteCount: consumed)
      }
    }
    return nil
  }

  /// Reads more behind what is there: ``readBytes``, or half as much again in a long document.
  private mutating func fill(_ bytes: inout [UInt8]) throws(ImportError) {
    let target = bytes.count + max(Self.readBytes, bytes.count / 2)
    let begun = bytes.count
    bytes.reserveCapacity(target)
    bytes += [UInt8](unsafeUninitializedCapacity: target - begun) { room, count in
      room.initialize(repeating: 0)
      count = room.count
    }
    var filled = begun
    while filled < target {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: filled), target - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ImportError(errno: errno, path: name) }
      if count == 0 {
        isAtEnd = true
        break
      }
      filled += count
    }
    bytes.removeLast(target - filled)
  }
}

/// A chunk of the input, with the places of the whole documents in it.
struct DocumentChunk: Sendable {
  /// The bytes.
  let bytes: [UInt8]
  /// The documents, as ranges of the bytes.
  let pieces: [DocumentSplitter.Piece]
  /// The bytes of the input that the chunk covers.
  let byteCount: Int
}
