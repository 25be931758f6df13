/// The counts of billing episodes that are read in blocks, from which a report is made.
///
/// They give the same report as the episodes one by one, but are only numbers: episodes are counted
/// by day, by minute and by shape, and turned into money and times once all are counted.
///
///     var counts = BlockCounts(windows)
///     for shape in shapes { counts.add(shape) }
///     for (start, bytes) in blocks { EpisodeBlock(bytes, from: start).map { counts.add($0) } }
///     builder.add(counts)
public struct BlockCounts: EpisodeBlockCounts {
  /// The windows.
  public let windows: MetricsWindows
  /// The property to group by; `nil` for none.
  public let grouping: MetricsGrouping?
  /// The failures to read.
  public let failures: Range<Timestamp>
  /// The shapes, by their numbers.
  public private(set) var shapes: [EpisodeShape] = []
  /// The number of episodes counted.
  public private(set) var count = 0

  let spans: WindowSpans
  let layout: Layout
  /// The numbers of episodes in the places of ``Layout``.
  var numbers: [UInt32]
  /// The counts of the episodes that are followed, by the set of the windows in which they failed.
  var sets = Array(repeating: SetCounts(), count: 8)
  /// For each cause of ``EpisodeDurations/Cause``, and for the open ones, the times by minute of
  /// the episodes that are followed, but for those to recovery; empty without any.
  ///
  /// No window asks for them alone, and fresh memory costs more than to count in it.
  var otherTimes: [UInt32] = []
  /// The counts that are otherwise as of the instant at which a window is judged.
  var later = Array(repeating: LaterCounts(), count: 3)
  /// For each window and shape the episodes that were paid in it and those that ran out.
  var ended = Array(repeating: [UInt32](), count: 3)
  var long = LongTimes()
  var groups = GroupCounts()
  /// The prompts, where their effect is asked for.
  var prompts: PromptEffect.Observations?

  /// Creates empty counts; `nil` for a property that blocks do not know.
  public init?(
    _ windows: MetricsWindows, by grouping: MetricsGrouping? = nil, withPrompts: Bool = false
  ) {
    guard grouping?.followsShape ?? true else { return nil }
    (self.windows, self.grouping) = (windows, grouping)
    failures = windows.failures
    spans = WindowSpans(windows)
    layout = Layout(windows)
    numbers = Array(repeating: 0, count: layout.count)
    if withPrompts { prompts = PromptEffect.Observations(at: windows.now) }
  }

  /// Adds the shape with the next number.
  public mutating func add(_ shape: EpisodeShape) {
    shapes.append(shape)
    if let name = grouping?.name(of: shape) { groups.add(shape: name) }
  }

  /// Counts the episodes of a block, whose shapes have been added.
  ///
  /// - Complexity: O(*k*) for *k* episodes.
  public mutating func add(_ block: EpisodeBlock) {
    let cuts = spans.cuts(in: block.start)
    guard !cuts.isEmpty else {
      return add(block, HourSpans(block.start, at: block.start, spans, layout))
    }
    // Few blocks have a cut: the hour of now, and the one as long ago as the window has days.
    let bounds = [0] + cuts + [EpisodeBlock.length]
    for (first, end) in zip(bounds, bounds.dropFirst()) {
      let hour = HourSpans(block.start, at: block.start + first, spans, layout)
      let bytes = block.part(first..<end)
      bytes.withUnsafeBytes { bytes in
        EpisodeBlock(bytes, from: Timestamp(milliseconds: block.start)).map { add($0, hour) }
      }
    }
  }

  private mutating func add(_ block: EpisodeBlock, _ hour: HourSpans) {
    guard hour.isCounted else { return }
    count += block.count
    let pass = BlockPass(block, hour, spans, layout, shapes: shapes.count)
    if hour.isFollowed {
      if var observed = prompts.take() {
        pass.observe(&observed)
        prompts = observed
      }
      sets[hour.windows].grow(shapes: hour.windows == 0 ? 0 : shapes.count)
      otherTimes.grow(to: 5 * Layout.minutes)
      pass.follow(&sets[hour.windows], &otherTimes, &long)
    }
    if grouping != nil { pass.add(to: &groups) }
    var numbers = numbers.mutableSpan
    if hour.cohort >= 0 { pass.addToCohort(&numbers) }
    if hour.isIn(WindowSpans.window) { pass.addToTrend(&numbers) }
    pass.addStatuses(&numbers)
    pass.addRecoveredByDay(&numbers)
    for window in 0..<3 {
      if hour.isIn(window) {
        pass.addLater(in: window, shapes: shapes.count, &later[window], &long)
      }
      pass.addEnds(in: window, shapes: shapes.count, &ended[window])
    }
  }
}

extension EpisodeBlock {
  /// Returns the block of the episodes that failed in a part of the hour, in milliseconds from it.
  fileprivate func part(_ offsets: Range<Int64>) -> [UInt8] {
    var shown: [Int: [PromptCase.Shown]] = [:]
    forEachPrompted { shown[$0] = $1() }
    var writer = Writer(from: Timestamp(milliseconds: start))
    let kinds = runs.flatMap { run in run.places.map { (place: $0, kind: run.kind) } }
    for (place, kind) in kinds.sorted(by: { self.offsets[$0.place] < self.offsets[$1.place] })
    where offsets.contains(self.offsets[place]) {
      var episode = episode(place, kind)
      episode.prompts = shown[place] ?? []
      writer.add(episode, shape: Int(shapes[place]), level: levels[place] & (Self.prompted - 1))
    }
    return writer.bytes
  }
}
