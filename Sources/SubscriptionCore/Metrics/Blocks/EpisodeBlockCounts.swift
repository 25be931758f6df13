/// An accumulator of billing episodes that are read in blocks, after the shapes that they have.
///
/// ``BlockCounts`` makes a report of them, and `Digest.Builder` a digest.
///
/// A ledger adds the shapes in the order of their numbers, then the blocks in the order of their
/// hours. Episodes whose block is outdated come in a block that is packed for the purpose, before
/// which their new shapes are added:
///
///     for shape in shapes { counts.add(shape) }
///     for (start, bytes) in blocks { EpisodeBlock(bytes, from: start).map { counts.add($0) } }
public protocol EpisodeBlockCounts: Sendable {
  /// The failures to read; a block may have others, which do not count.
  var failures: Range<Timestamp> { get }
  /// The shapes added so far, by their numbers.
  var shapes: [EpisodeShape] { get }

  /// Adds the shape with the next number.
  mutating func add(_ shape: EpisodeShape)

  /// Counts the episodes of a block, whose shapes have been added.
  ///
  /// - Parameter block: The block, which is valid during the call alone.
  mutating func add(_ block: EpisodeBlock)
}
