extension EpisodeBlock {
  /// The packing of the episodes of one hour.
  public struct Writer {
    private struct Record {
      var kind: UInt8
      var end: Int64
      var hold: Int64
      var offset: Int64
      var shape: Int
      var level: UInt8
      var prompts: [PromptCase.Shown]
    }

    private let start: Int64
    private var records: [Record] = []

    /// Begins the block of an hour.
    public init(from start: Timestamp) { self.start = start.milliseconds }

    /// Adds an episode that failed in the hour; the episodes come in the order of their failures.
    ///
    /// - Parameters:
    ///   - episode: The episode, whose plan and price its shape tells.
    ///   - shape: The number of its shape, below ``EpisodeBlock/shapesMax``.
    ///   - level: The level of its subscription (``PromptEffect/Observations/level(of:)``).
    public mutating func add(_ episode: BillingEpisode, shape: Int, level: UInt8) {
      let offset = episode.failedAt.milliseconds.subtractingClamped(start)
      precondition((0..<EpisodeBlock.length).contains(offset), "failed in another hour")
      precondition((0..<EpisodeBlock.shapesMax).contains(shape), "too many shapes")
      let outcome = BillingEpisode.Outcome.allCases.firstIndex(of: episode.outcome) ?? 0
      let status = EpisodeStatus.code(
        outcome, enteredGrace: episode.enteredGrace, lostAccess: false,
        isFirstPayment: episode.isFirstPayment)
      // So both columns of instants are without gaps.
      let order = episode.endedAt == nil ? 3 : 0
      let group = episode.holdStartedAt == nil ? order : order == 0 ? 1 : 2
      records.append(
        Record(
          kind: UInt8(group << 6 | status),
          end: episode.endedAt.map { $0.milliseconds.subtractingClamped(start) } ?? 0,
          hold: episode.holdStartedAt.map { $0.milliseconds.subtractingClamped(start) } ?? 0,
          offset: offset, shape: shape,
          level: episode.prompts.isEmpty ? level : level | EpisodeBlock.prompted,
          prompts: episode.prompts))
    }

    /// The block.
    public var bytes: [UInt8] {
      let order = records.enumerated().map { (kind: $1.kind, end: $1.end, record: $0) }
        .sorted { $0 < $1 }.map(\.record)
      let kinds = order.map { Kind(code: records[$0].kind) }
      let ends = zip(order, kinds).filter(\.1.hasEnd).map { records[$0.0].end }
      let holds = zip(order, kinds).filter(\.1.hasHold).map { records[$0.0].hold }
      let fits = (ends + holds).allSatisfy { (0..<1 << 40).contains($0) }
      let width = fits ? 5 : 8
      var bytes = BytesWriter()
      bytes.append(records.count, 4)
      addRuns(kinds, latestHold: holds.max() ?? .min, to: &bytes)
      for end in ends { bytes.append(end, width) }
      for place in order { bytes.append(records[place].shape, 3) }
      for place in order { bytes.append(records[place].offset, 3) }
      for place in order { bytes.append(records[place].level, 1) }
      for hold in holds { bytes.append(hold, width) }
      bytes.append(addPrompts(order, to: &bytes), 4)
      bytes.append(0, 7)
      bytes.append(16 + width, 1)
      return bytes.bytes
    }

    private func addRuns(_ kinds: [Kind], latestHold: Int64, to bytes: inout BytesWriter) {
      var runs: [(code: UInt8, count: Int)] = []
      for kind in kinds {
        if runs.last?.code != kind.code { runs.append((kind.code, 0)) }
        runs[runs.count - 1].count += 1
      }
      bytes.append(runs.count, 2)
      bytes.append(latestHold, 8)
      for run in runs {
        bytes.append(run.code, 1)
        bytes.append(run.count, 4)
      }
    }

    /// Adds the prompts, and returns the number of episodes that were shown any.
    private func addPrompts(_ order: [Int], to bytes: inout BytesWriter) -> Int {
      var places = Array(repeating: 0, count: order.count)
      for (place, record) in order.enumerated() { places[record] = place }
      var count = 0
      for (place, record) in zip(places, records) where !record.prompts.isEmpty {
        let shown = record.prompts.prefix(Int(UInt16.max))
        bytes.append(place, 4)
        bytes.append(shown.count, 2)
        for prompt in shown {
          bytes.append(prompt.at.milliseconds, 8)
          bytes.append(UInt8(clamping: prompt.step.rawValue), 1)
        }
        count += 1
      }
      return count
    }
  }

  /// Bytes to which numbers are added with the smallest byte first.
  private struct BytesWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: some BinaryInteger, _ count: Int) {
      let word = UInt64(truncatingIfNeeded: number)
      for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * place))) }
    }
  }
}
