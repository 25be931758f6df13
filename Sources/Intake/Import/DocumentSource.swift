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
  private var isBegun = false

  /// The bytes that are read at a time, at least: 256 KiB, as several times as much is held for
  /// every chunk that was read ahead.
  private static let readBytes = 1 << 18
  /// The time after which an input that sends nothing is called paused: 200 ms.
  private static let pause: Int32 = 200

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

  /// Returns a Boolean value that indicates whether the input sends nothing at present, as a pipe
  /// behind `tail -f` between two messages; it waits a moment to find out.
  func isPaused() -> Bool {
    guard !isAtEnd, bytesTotal == nil else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Self.pause) == 0
  }

  /// The next chunk, which ends early where the input pauses; `nil` at the end of the input.
  ///
  /// - Throws: ``ImportError/unreadable(path:detail:)`` when reading fails, and
  ///   ``ImportError/encoded(path:encoding:)`` at the beginning of what is not text.
  mutating func next() throws(ImportError) -> DocumentChunk? {
    while !isAtEnd {
      var bytes = rest
      rest = []
      try fill(&bytes)
      if !isBegun, let encoding = InputEncoding(bytes) {
        throw .encoded(path: name, encoding: encoding)
      }
      let (pieces, consumed) = splitter.split(bytes, isEnd: isAtEnd)
      rest = Array(bytes[consumed...])
      isBegun = isBegun || consumed > 0 || bytes.count >= InputEncoding.bytesMax
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
    while filled < target, filled == begun || !isPaused() {
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
  let bytes: [UInt8]
  /// The documents, as ranges of the bytes.
  let pieces: [DocumentSplitter.Piece]
  /// The bytes of the input that the chunk covers.
  let byteCount: Int
}
