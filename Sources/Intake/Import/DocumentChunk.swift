/// Some bytes of the input with the whole documents in them.
struct DocumentChunk: Sendable {
  /// The bytes.
  let bytes: [UInt8]
  /// The documents, as ranges of the bytes.
  let pieces: [DocumentSplitter.Piece]
  /// How many bytes of the input the chunk covers.
  let byteCount: Int
}
