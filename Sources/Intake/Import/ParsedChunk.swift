import EventLedger
import StorePayloads
import SubscriptionCore

/// A parsed and verified chunk of the input, with the reader for the next one.
struct ParsedChunk: Sendable {
  /// Its place among the chunks.
  let number: Int
  /// The messages in it.
  var batch = ParsedBatch()
  /// The bytes of the input that it covers.
  let byteCount: Int
  /// The reader, kept for its cache of verified chains.
  var reader: PayloadReader

  /// Reads every piece of a chunk.
  init(
    _ number: Int, _ chunk: DocumentChunk, origin: String, now: Timestamp, reader: PayloadReader
  ) {
    self.number = number
    self.reader = reader
    byteCount = chunk.byteCount
    for piece in chunk.pieces {
      guard let problem = piece.problem else {
        batch.read(
          chunk.bytes[piece.range], line: piece.line, receivedAt: nil, origin: origin, now: now,
          reader: &self.reader)
        continue
      }
      batch.add(
        RefusedEntry(
          identity: "\(Self.fragment)\(origin):\(piece.line)",
          raw: Refusal.redacted(chunk.bytes[piece.range].prefix(Self.keptBytesMax)),
          receivedAt: now, origin: origin, line: piece.line, reason: problem.words, field: ""))
    }
  }

  /// The bytes that are kept of something that is not a document: 4 KiB.
  private static let keptBytesMax = 4 << 10

  /// The prefix of the identity of something that is not a document.
  private static let fragment = "input:"

  /// Returns whether a refused entry is the beginning of something that is not a document.
  static func isFragment(_ refused: RefusedEntry) -> Bool { refused.identity.hasPrefix(fragment) }
}

extension DocumentSplitter.Problem {
  /// The message for the operator: what is wrong, and what to do about it.
  var words: String {
    switch self {
    case .tooLong(let bytesMax):
      "A single document is longer than \(bytesMax >> 20) MiB. Split it, for example with jq -c, "
        + "into one document a line."
    case .unclosedArray:
      "The array of documents that begins here is not closed. What it holds was taken in; check "
        + "whether the file was cut off."
    }
  }
}
