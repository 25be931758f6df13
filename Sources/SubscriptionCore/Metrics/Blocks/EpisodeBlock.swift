/// The billing episodes that failed within one hour, packed into a few bytes each, so that a report
/// over millions of them reads memory from one end to the other and makes no object.
///
/// The episodes lie in runs: those of a run stand alike and come in the order of their
/// ends. So how many had ended by an instant is found, not counted, and whoever counts the episodes
/// of a run one by one has nothing to decide about each.
///
/// A block begins with the number of its episodes in four bytes, that of its runs in two, and the
/// latest loss of access in eight; then each run has its kind in one byte and its number in four.
/// Columns follow, with a number for each episode: its end, where it has one, in five bytes; its
/// shape in three; the milliseconds from the hour to the failure in three; the level of its
/// subscription (``PromptEffect/Observations/level(of:)``) in one, with a bit that says whether it
/// was shown prompts; and its loss of access, where it has one, in five. Ends and losses count in
/// milliseconds from the hour, in eight bytes each where one does not fit.
///
/// Last come the prompts, in the order of the failures: for each episode that was shown any its
/// place in four bytes, their number in two, and the instant and the step of each in nine; then
/// the number of these episodes in four, seven bytes that mean nothing, and the format. Everything
/// is written with the smallest byte first.
public struct EpisodeBlock {
  /// The milliseconds of the hour.
  public static let length: Int64 = 3_600_000

  /// The most shapes that blocks can tell apart.
  public static let shapesMax = 1 << 24

  /// The bit of the levels of episodes that were shown prompts.
  static let prompted: UInt8 = 64

  /// The last bytes of the blocks: the bytes of an instant, and 16 for this format.
  static let formats: [UInt8] = [16 + 5, 16 + 8]

  /// Returns the beginning of the hour in which an instant lies.
  public static func start(of failedAt: Timestamp) -> Timestamp {
    Timestamp(milliseconds: failedAt.milliseconds.floored(to: length))
  }

  /// The facts that the episodes of a run have in common, in the order of the runs.
  struct Kind {
    /// In two bits whether they have an end and a loss of access, then ``status``.
    var code: UInt8

    /// The status without a loss of access, as a code of ``EpisodeStatus``.
    var status: Int { Int(code & 0x3F) }
    /// The outcome's place in `BillingEpisode.Outcome.allCases`.
    var outcome: Int { Int(code >> 3 & 7) }
    /// A Boolean value that indicates whether the ends are known.
    var hasEnd: Bool { code >> 6 < 2 }
    /// A Boolean value that indicates whether access was lost.
    var hasHold: Bool { code >> 6 == 1 || code >> 6 == 2 }
    /// A Boolean value that indicates whether the renewals were paid after all.
    ///
    /// The first outcome is that of open episodes, and the next two are the recoveries.
    var isRecovered: Bool { outcome == 1 || outcome == 2 }
  }

  /// The episodes that stand alike, by their places.
  struct Run {
    let kind: Kind
    let places: Range<Int>
  }

  /// A column of numbers with the same number of bytes each, eight at most.
  struct Column {
    fileprivate let bytes: UnsafeRawBufferPointer
    fileprivate let width: Int
    /// The place of the first number.
    fileprivate let first: Int

    @inline(__always)
    subscript(place: Int) -> Int64 {
      let word = bytes.loadUnaligned(fromByteOffset: (place &- first) &* width, as: UInt64.self)
      return Int64(bitPattern: UInt64(littleEndian: word) & UInt64.max >> (64 &- 8 &* width))
    }
  }

  private let bytes: UnsafeRawBufferPointer
  /// The beginning of the hour, in milliseconds since 1970.
  let start: Int64
  /// The number of episodes.
  let count: Int
  /// The latest loss of access, in milliseconds from the hour; `Int64.min` without one.
  let latestHold: Int64
  let runs: [Run]
  /// The ends, in milliseconds from the hour; they ascend within a run.
  let ends: Column
  let shapes: Column
  /// The failures, in milliseconds from the hour.
  let offsets: Column
  let levels: UnsafeRawBufferPointer
  /// The losses of access, in milliseconds from the hour.
  let holds: Column
  private let promptsPlace: Int

  /// The bytes before the runs, of a run, and behind the prompts.
  private static let (head, run, tail) = (14, 5, 12)

  /// Reads a block of an hour from bytes that must outlive it; `nil` for bytes that are none.
  public init?(_ bytes: UnsafeRawBufferPointer, from start: Timestamp) {
    guard bytes.count >= Self.head + Self.tail, let format = bytes.last,
      Self.formats.contains(format)
    else { return nil }
    func number<Number: FixedWidthInteger>(_ place: Int, _: Number.Type) -> Number {
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
    let width = Int(format - 16)
    let count = Int(number(0, UInt32.self))
    let runCount = Int(number(4, UInt16.self))
    var place = Self.head + runCount * Self.run
    guard count > 0, place + count <= bytes.count - Self.tail else { return nil }
    var (runs, next, held) = ([Run](), 0, 0..<0)
    var ended = 0
    runs.reserveCapacity(runCount)
    for index in 0..<runCount {
      let kind = Kind(code: bytes[Self.head + index * Self.run])
      let end = next + Int(number(Self.head + index * Self.run + 1, UInt32.self))
      guard end <= count, kind.status < EpisodeStatus.codes else { return nil }
      runs.append(Run(kind: kind, places: next..<end))
      if kind.hasEnd { ended = end }
      if kind.hasHold { held = (held.isEmpty ? next : held.lowerBound)..<end }
      next = end
    }
    func column(_ width: Int, _ places: Range<Int>) -> Column {
      defer { place += width * places.count }
      let rest = UnsafeRawBufferPointer(rebasing: bytes[min(place, bytes.count)...])
      return Column(bytes: rest, width: width, first: places.lowerBound)
    }
    (ends, shapes, offsets) = (column(width, 0..<ended), column(3, 0..<count), column(3, 0..<count))
    levels = column(1, 0..<count).bytes
    holds = column(width, held)
    guard next == count, place <= bytes.count - Self.tail else { return nil }
    // A run that is out of its order would read a column beyond its end.
    guard runs.allSatisfy({ !$0.kind.hasHold || held.lowerBound <= $0.places.lowerBound }),
      zip(runs, runs.dropFirst()).allSatisfy({ $0.kind.code < $1.kind.code })
    else { return nil }
    (self.bytes, self.start, self.count, self.runs) = (bytes, start.milliseconds, count, runs)
    (latestHold, promptsPlace) = (number(6, Int64.self), place)
  }
}

// MARK: Episodes

extension EpisodeBlock {
  /// Returns the place of the first episode of a run that ended after an instant, in milliseconds
  /// from the hour.
  ///
  /// - Complexity: O(log *k*) for *k* episodes.
  func firstEnd(after instant: Int64, in run: Run) -> Int {
    var (low, high) = (run.places.lowerBound, run.places.upperBound)
    // Most runs lie wholly on one side.
    if low == high || ends[high - 1] <= instant { return high }
    if ends[low] > instant { return low }
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > instant { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the place of the first episode of a run that had not ended at an instant, in
  /// milliseconds from the hour; those that had come before it.
  func firstOpen(at instant: Int64, in run: Run) -> Int {
    if run.kind.outcome == 0 { return run.places.lowerBound }
    return run.kind.hasEnd ? firstEnd(after: instant, in: run) : run.places.upperBound
  }

  /// Returns an episode of a run, without its prompts and what its shape tells.
  func episode(_ place: Int, _ kind: Kind) -> BillingEpisode {
    func instant(_ milliseconds: Int64) -> Timestamp {
      Timestamp(milliseconds: start &+ milliseconds)
    }
    return BillingEpisode(
      failedAt: instant(offsets[place]), enteredGrace: kind.status & 4 != 0,
      holdStartedAt: kind.hasHold ? instant(holds[place]) : nil,
      outcome: BillingEpisode.Outcome.allCases[kind.outcome],
      endedAt: kind.hasEnd ? instant(ends[place]) : nil, isFirstPayment: kind.status & 1 != 0)
  }

  /// Calls a closure with the place of each episode that was shown prompts, and one that returns
  /// the prompts, in the order of the failures.
  func forEachPrompted(_ body: (Int, () -> [PromptCase.Shown]) -> Void) {
    let end = bytes.count - Self.tail
    func number<Number: FixedWidthInteger>(_ place: Int, _: Number.Type) -> Number {
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
    var place = promptsPlace
    for _ in 0..<number(end, UInt32.self) {
      guard place + 6 <= end else { return }
      let (episode, count) = (Int(number(place, UInt32.self)), Int(number(place + 4, UInt16.self)))
      let first = place + 6
      place = first + count * 9
      guard place <= end, episode < self.count else { return }
      body(episode) {
        stride(from: first, to: first + count * 9, by: 9).compactMap { at in
          PromptStep(rawValue: Int(bytes[at + 8])).map {
            PromptCase.Shown(at: Timestamp(milliseconds: number(at, Int64.self)), step: $0)
          }
        }
      }
    }
  }
}
