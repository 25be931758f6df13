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
  /// For each shape the numbers of episodes whose prices make up sums of money.
  var money: [UInt32] = []
  var long = LongTimes()
  var groups = GroupCounts()
  /// The prompts, where their effect is asked for.
  var prompts: PromptEffect.Observations?

  /// Creates empty counts; `nil` for a property that blocks do not know.
  ///
  /// - Parameters:
  ///   - windows: The windows of the report.
  ///   - grouping: The property to group by; `nil` for none.
  ///   - withPrompts: Whether the report has the effect of prompts.
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
    money += repeatElement(0, count: MoneyPlace.count)
    if let name = grouping?.name(of: shape) { groups.add(shape: name) }
  }

  /// Counts the episodes of a block, whose shapes have been added.
  ///
  /// - Complexity: O(*k*) for *k* episodes.
  public mutating func add(_ block: EpisodeBlock) {
    let hour = HourSpans(block.start, spans, layout)
    guard hour.limit > 0 else { return }
    let pass = HourPass(block, hour, spans, layout, shapes: shapes.count)
    if hour.isFollowed, var observed = prompts.take() {
      pass.observe(&observed)
      prompts = observed
    }
    if grouping != nil { pass.add(to: &groups) }
    // Spans of two properties would both access all of the counts.
    var sums = exchange(&money, with: [])
    var long = exchange(&self.long, with: LongTimes())
    var numbers = numbers.mutableSpan
    var money = sums.mutableSpan
    let counted = pass.add(to: &numbers, &money, &long)
    count += counted
    (self.money, self.long) = (sums, long)
  }
}

// The first outcome is that of open episodes, and the next two are the recoveries.
extension EpisodeBlock.Episode {
  /// A Boolean value that indicates whether the outcome is one that there is.
  @inline(__always)
  var isKnown: Bool { outcome < EpisodeStatus.codes >> 3 }

  /// A Boolean value that indicates whether the renewal was paid after all.
  @inline(__always)
  var isRecovered: Bool { outcome == 1 || outcome == 2 }

  /// Returns a Boolean value that indicates whether it had not ended at an instant.
  @inline(__always)
  func isOpen(at instant: Int64) -> Bool {
    outcome == 0 || (end != EpisodeBlock.none && end > instant)
  }

  /// Returns the code of its status at an instant.
  @inline(__always)
  func code(at instant: Int64) -> Int {
    EpisodeStatus.code(
      isOpen(at: instant) ? 0 : outcome, enteredGrace: enteredGrace,
      lostAccess: hold != EpisodeBlock.none && hold <= instant, isFirstPayment: isFirstPayment)
  }
}
