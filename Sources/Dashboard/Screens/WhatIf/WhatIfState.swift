import SubscriptionCore

/// The state of the What-if screen.
public struct WhatIfState: Hashable, Sendable {
  /// The panels that can have the cursor.
  public enum Pane: Int, Hashable, Sendable, CaseIterable {
    /// The policy in force beside the candidate.
    case policy
    /// The figures under both.
    case effect
    /// One subscriber's timelines under both.
    case timeline
    /// The episodes that differ.
    case differs
  }

  /// The question in force.
  @Boxed public var question: WhatIfQuestion
  /// The filter in force, as typed.
  public var filterText = ""
  /// The latest answer; `nil` before the first.
  @Boxed public var answer: WhatIfAnswer? = nil
  /// The time that the latest answer took, by the machine's clock.
  public var took = Duration.zero
  /// The panel that has the cursor.
  public var pane = Pane.policy
  /// The cursor of each panel.
  public var cursors = PaneCursors<Pane>()
  /// The former candidates, oldest first.
  public private(set) var formerCandidates: [PolicyCandidate] = []
  /// The candidates that undo took back, the latest last.
  public private(set) var takenBack: [PolicyCandidate] = []

  /// The instant at which the replay begins; `nil` where nothing changed since the latest one.
  var dueAt: Timestamp?
  /// The rates by which money is brought to one currency; `nil` for none.
  var rates: ExchangeRates?

  /// The machine's clock at the latest question.
  var askedAt: Timestamp?
  /// A Boolean value that indicates whether the ledger has grown since.
  var isStale = false

  /// The subscriber that the screen was opened for; `nil` for none.
  var subject: SubscriptionID?
  /// Its replay; `nil` before the answer.
  var subjectRow: WhatIfRow?
  /// A Boolean value that indicates whether it has no failed renewal to replay.
  var isSubjectMissing = false
  /// A Boolean value that indicates whether its timelines are shown, and not those of the list.
  var showsSubject = false

  /// The screen that Escape leads to.
  var origin = Screen.home
  /// The subscriber that was open on ``Screen/detail`` before.
  var formerDetail: DetailState?

  /// The time between the latest change and the replay.
  static let rest = Duration.milliseconds(300)
  /// The least time between two replays of the same, however often the ledger grows.
  static let refreshMin = Duration.seconds(10)
  /// The share of the time that replays of the same may take: one part in so many.
  static let refreshShare = 20
  /// The most changes that can be undone.
  private static let undoMax = 200

  /// Creates the state before a first replay.
  public init(over current: ChurnPolicy) {
    question = WhatIfQuestion(PolicyCandidate(over: current))
  }

  /// A Boolean value that indicates whether the answer is one to another question.
  var isOld: Bool { answer.map { $0.question != question } ?? false }

  /// The fields of the candidate.
  var fields: [PolicyField] { PolicyField.all(of: question.candidate) }

  /// The field under the cursor of its panel.
  var field: PolicyField {
    let fields = fields
    return fields[min(cursors[.policy].line, fields.count - 1)]
  }

  /// The rates that change an amount of the report; `nil` where none does.
  var revenueRates: ExchangeRates? {
    guard let rates, let report = answer?.report, report.changesRevenue(rates) else { return nil }
    return rates
  }

  /// The report with its revenue in one currency, as far as there are rates.
  var shownReport: WhatIfReport? {
    answer.map { answer in revenueRates.map(answer.report.converted) ?? answer.report }
  }

  /// The line of the effect under its cursor.
  var effectLine: WhatIfEffectLine? {
    guard let report = shownReport else { return nil }
    let lines = WhatIfEffectLine.all(of: report)
    return lines.isEmpty ? nil : lines[line(in: .effect)]
  }

  /// The number of lines in a panel.
  func lineCount(of pane: Pane) -> Int {
    switch pane {
    case .policy: fields.count
    case .effect: shownReport.map { WhatIfEffectLine.all(of: $0).count } ?? 0
    case .timeline, .differs: answer?.rows.count ?? 0
    }
  }

  /// The line of the cursor in a panel; the timelines are those of a line of the list.
  func line(in pane: Pane) -> Int {
    min(cursors[pane == .timeline ? .differs : pane].line, max(0, lineCount(of: pane) - 1))
  }

  /// Puts the cursor of a panel on a line.
  mutating func select(_ line: Int, in pane: Pane) {
    cursors[pane == .timeline ? .differs : pane].line = line
    if pane == .differs || pane == .timeline { showsSubject = false }
  }

  /// The episode whose timelines are shown.
  var shownRow: WhatIfRow? {
    if showsSubject { return subjectRow }
    guard let rows = answer?.rows, !rows.isEmpty else { return nil }
    return rows[line(in: .differs)]
  }

  /// Replaces the candidate; the former one can be brought back.
  mutating func choose(_ candidate: PolicyCandidate) {
    guard candidate != question.candidate else { return }
    formerCandidates = (formerCandidates + [question.candidate]).suffix(Self.undoMax)
    takenBack = []
    question.candidate = candidate
  }

  /// Brings the former candidate back, or the one that was taken back last.
  mutating func turnBack(redoing: Bool) {
    let present = question.candidate
    if redoing {
      guard let candidate = takenBack.popLast() else { return }
      formerCandidates.append(present)
      question.candidate = candidate
    } else {
      guard let candidate = formerCandidates.popLast() else { return }
      takenBack.append(present)
      question.candidate = candidate
    }
  }

  /// Stores an answer; the cursor of the list stays on its episode.
  mutating func receive(_ answer: WhatIfAnswer) {
    let old = self.answer.flatMap { $0.rows.isEmpty ? nil : $0.rows[line(in: .differs)].comparison }
    self.answer = answer
    let place = answer.rows.firstIndex { row in
      row.id == old?.record.subscription && row.failedAt == old?.record.episode.failedAt
    }
    cursors[.differs].line = place ?? 0
    cursors[.effect].line = line(in: .effect)
  }
}
