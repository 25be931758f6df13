/// The billing episodes that failed within one hour, packed into a few bytes each, so that a report
/// over millions of them reads memory from one end to the other and makes no object.
///
/// A block begins with a record of whole words for each episode, in no particular order. Then come
/// the prompts of those that were shown any, the number of episodes in four bytes, and the words of
/// a record in one: usually three, of which the instants take 36 bits each as milliseconds since
/// the failure, and five where an instant does not fit. Everything is written with the smallest
/// byte first.
public struct EpisodeBlock {
  /// The milliseconds of the hour.
  public static let length: Int64 = 3_600_000

  /// Returns the beginning of the hour in which an instant lies.
  public static func start(of failedAt: Timestamp) -> Timestamp {
    Timestamp(milliseconds: failedAt.milliseconds.floored(to: length))
  }

  /// An episode of a block.
  struct Episode {
    /// The milliseconds from the beginning of the hour to the failure.
    var offset: Int64
    /// The outcome's place in `BillingEpisode.Outcome.allCases`.
    var outcome: Int
    /// A Boolean value that indicates whether the store granted grace.
    var enteredGrace: Bool
    /// A Boolean value that indicates whether the failed renewal was to be the first payment.
    var isFirstPayment: Bool
    /// The number of the shape.
    var shape: Int
    /// The milliseconds since 1970 at which it ended; ``EpisodeBlock/none`` if it did not.
    var end: Int64
    /// The milliseconds since 1970 at which access was lost; ``EpisodeBlock/none`` if it was not.
    var hold: Int64
    /// The hash of the subscription by which episodes are sampled.
    var hash: UInt32
    /// The place of the prompts behind the records; 0 without prompts.
    var prompts: Int
  }

  /// The number that stands for an instant that there is not.
  static let none = Int64.min

  private let bytes: UnsafeRawBufferPointer
  /// The beginning of the hour, in milliseconds since 1970.
  let start: Int64
  private let width: Int
  /// The number of episodes.
  let count: Int

  /// Reads a block; `nil` for bytes that are none.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, which must outlive the block.
  ///   - start: The beginning of its hour.
  public init?(_ bytes: UnsafeRawBufferPointer, from start: Timestamp) {
    guard bytes.count >= 5, let last = bytes.last, last == 3 || last == 5 else { return nil }
    let count = Int(
      UInt32(
        littleEndian: bytes.loadUnaligned(
          fromByteOffset: bytes.count - 5, as: UInt32.self)))
    guard count > 0, count * Int(last) * 8 <= bytes.count - 5 else { return nil }
    (self.bytes, self.start) = (bytes, start.milliseconds)
    (width, self.count) = (Int(last), count)
  }

  private func word(_ place: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self))
  }

  /// Returns an episode.
  @inline(__always)
  subscript(index: Int) -> Episode {
    let place = index * width
    let (first, second, third) = (word(place), word(place + 1), word(place + 2))
    let offset = Int64(first & (1 << 22 - 1))
    var end = Self.none
    var hold = Self.none
    if width == 3 {
      let (ended, held) = (first >> 28, second >> 28)
      if ended != Self.absent { end = start + offset + Int64(ended) }
      if held != Self.absent { hold = start + offset + Int64(held) }
    } else {
      (end, hold) = (
        Int64(bitPattern: word(place + 3)), Int64(bitPattern: word(place + 4))
      )
    }
    return Episode(
      offset: offset, outcome: Int(first >> 22 & 7), enteredGrace: first >> 25 & 1 != 0,
      isFirstPayment: first >> 26 & 1 != 0, shape: Int(second & (1 << 28 - 1)), end: end,
      hold: hold, hash: UInt32(truncatingIfNeeded: third), prompts: Int(third >> 32))
  }

  /// The 36 bits that stand for an instant that there is not.
  fileprivate static let absent: UInt64 = 1 << 36 - 1

  /// The most shapes that blocks can tell apart.
  public static let shapesMax = 1 << 28

  /// Returns the prompts at a place.
  func prompts(at place: Int) -> [PromptCase.Shown] {
    let start = count * width * 8 + place - 1
    guard place > 0, start + 2 <= bytes.count - 5 else { return [] }
    let number = Int(
      UInt16(
        littleEndian: bytes.loadUnaligned(
          fromByteOffset: start, as: UInt16.self)))
    guard start + 2 + number * 9 <= bytes.count - 5 else { return [] }
    return (0..<number).compactMap { index in
      let at = start + 2 + index * 9
      let instant = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int64.self))
      return PromptStep(rawValue: Int(bytes[at + 8])).map {
        PromptCase.Shown(at: Timestamp(milliseconds: instant), step: $0)
      }
    }
  }
}

extension EpisodeBlock {
  /// Returns an episode of the block, without what its shape tells.
  func whole(_ episode: Episode) -> BillingEpisode {
    func instant(_ milliseconds: Int64) -> Timestamp? {
      milliseconds == Self.none ? nil : Timestamp(milliseconds: milliseconds)
    }
    return BillingEpisode(
      failedAt: Timestamp(milliseconds: start + episode.offset),
      enteredGrace: episode.enteredGrace, holdStartedAt: instant(episode.hold),
      outcome: BillingEpisode.Outcome.allCases[episode.outcome], endedAt: instant(episode.end),
      isFirstPayment: episode.isFirstPayment,
      prompts: episode.prompts == 0 ? [] : prompts(at: episode.prompts))
  }
}

// MARK: Writing

extension EpisodeBlock {
  /// The packing of the episodes of one hour.
  public struct Writer {
    private struct Record {
      var first: UInt64
      var shape: UInt64
      var third: UInt64
      var end: Int64
      var hold: Int64
    }

    private let start: Timestamp
    private var records: [Record] = []
    private var prompts: [UInt8] = []
    private var fits = true

    /// Begins the block of an hour.
    public init(from start: Timestamp) { self.start = start }

    /// Adds an episode that failed in the hour.
    ///
    /// - Parameters:
    ///   - episode: The episode, whose plan and price its shape tells.
    ///   - shape: The number of its shape, below ``EpisodeBlock/shapesMax``.
    ///   - hash: The hash of the subscription (``PromptEffect/Observations/hash(of:)``).
    public mutating func add(_ episode: BillingEpisode, shape: Int, hash: UInt32) {
      let offset = episode.failedAt.milliseconds.subtractingClamped(start.milliseconds)
      precondition((0..<EpisodeBlock.length).contains(offset), "failed in another hour")
      precondition((0..<EpisodeBlock.shapesMax).contains(shape), "too many shapes")
      let outcome = BillingEpisode.Outcome.allCases.firstIndex(of: episode.outcome) ?? 0
      var first = UInt64(offset) | UInt64(outcome) << 22
      if episode.enteredGrace { first |= 1 << 25 }
      if episode.isFirstPayment { first |= 1 << 26 }
      var third = UInt64(hash)
      if !episode.prompts.isEmpty {
        third |= UInt64(prompts.count + 1) << 32
        add(episode.prompts)
      }
      let end = episode.endedAt?.milliseconds ?? EpisodeBlock.none
      let hold = episode.holdStartedAt?.milliseconds ?? EpisodeBlock.none
      fits = fits && bits(end, first) != nil && bits(hold, first) != nil
      records.append(
        Record(first: first, shape: UInt64(shape), third: third, end: end, hold: hold))
    }

    private mutating func add(_ shown: [PromptCase.Shown]) {
      let shown = shown.prefix(Int(UInt16.max))
      append(UInt64(shown.count), 2)
      for prompt in shown {
        append(UInt64(bitPattern: prompt.at.milliseconds), 8)
        prompts.append(UInt8(clamping: prompt.step.rawValue))
      }
    }

    private mutating func append(_ number: UInt64, _ count: Int) {
      for shift in 0..<count { prompts.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }

    /// Returns the bits of an instant since the failure; `nil` if it needs more than there are.
    private func bits(_ instant: Int64, _ first: UInt64) -> UInt64? {
      guard instant != EpisodeBlock.none else { return EpisodeBlock.absent }
      let failed = start.milliseconds + Int64(first & (1 << 22 - 1))
      let (time, overflow) = instant.subtractingReportingOverflow(failed)
      guard !overflow, time >= 0, time < EpisodeBlock.absent else { return nil }
      return UInt64(time)
    }

    /// The block.
    public var bytes: [UInt8] {
      var words: [UInt64] = []
      words.reserveCapacity(records.count * (fits ? 3 : 5))
      for record in records {
        guard fits else {
          words += [record.first, record.shape, record.third]
          words += [UInt64(bitPattern: record.end), UInt64(bitPattern: record.hold)]
          continue
        }
        let end = bits(record.end, record.first) ?? EpisodeBlock.absent
        let hold = bits(record.hold, record.first) ?? EpisodeBlock.absent
        words.append(record.first | end << 28)
        words.append(record.shape | hold << 28)
        words.append(record.third)
      }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(words.count * 8 + prompts.count + 5)
      for word in words { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
      bytes += prompts
      withUnsafeBytes(of: UInt32(clamping: records.count).littleEndian) { bytes += $0 }
      bytes.append(fits ? 3 : 5)
      return bytes
    }
  }
}
