import ConfigurationFiles
import Dashboard
import EventLedger
import Foundation
import ProgramConventions
import SubscriptionCore

/// The export of a dashboard's list to a file, in the formats of `list`, `events`, `metrics` and
/// `whatif`.
///
/// The file is written beside its destination and renamed when it is complete, so that a full disk
/// or an abort leaves nothing; an existing file is never replaced unless that was requested.
struct ScreenExport: Sendable {
  /// The time zone of instants, which is UTC, since other people and programs read the file.
  let time = LocalTime.utc

  /// The exchange rates of metrics; `nil` if amounts stay in their own currencies.
  let rates: ExchangeRates?

  /// The user's home folder, which `~` represents.
  private let home: String

  /// The recorder of exports with names and mail addresses.
  private let recorder: AccessRecorder

  /// Creates an export of a session.
  init(_ session: Session) {
    (rates, recorder) = (session.rates, session.accessRecorder)
    home = session.dependencies.home
  }

  /// The number of rows fetched at a time.
  private static let chunkRows = 500

  /// Writes a list; `goesOn` is called after each chunk.
  @Sendable func write(
    _ request: ExportRequest, _ ledger: any Ledger, goesOn: (Int) -> Bool
  ) throws -> BackgroundTaskUpdate {
    let path =
      (request.path.hasPrefix("~/")
      ? home + request.path.dropFirst(1) : request.path).followingLinks
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw CommandError.failed("\(request.path) is a folder; add the name of a file.")
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw CommandError.failed("\(request.path) is a device or a pipe; name a file.")
      }
      guard request.overwrites else { return .fileExists(request) }
    }
    let draft = "\(path).part-\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CommandError.failed("\(path): \(SystemError.message(errno)).")
    }
    defer { unlink(draft) }
    let rows: Int?
    do {
      defer { close(descriptor) }
      rows = try write(request, ledger, to: StandardOutput(descriptor: descriptor), goesOn)
    }
    guard let rows else { return .stopped }
    if request.isPersonal {
      try recorder.record(
        .exported, by: "dashboard", format: request.format.rawValue, count: rows, in: ledger)
    }
    if request.overwrites {
      guard rename(draft, path) == 0 else {
        throw CommandError.failed("\(path): \(SystemError.message(errno)).")
      }
    } else if link(draft, path) != 0 {
      guard errno == EEXIST else {
        throw CommandError.failed("\(path): \(SystemError.message(errno)).")
      }
      return .fileExists(request)
    }
    return .exported(request, rows: rows)
  }

  /// Writes what is requested, and returns the number of its rows or figures; `nil` if cancelled.
  private func write(
    _ request: ExportRequest, _ ledger: any Ledger, to output: StandardOutput,
    _ goesOn: (Int) -> Bool
  ) throws -> Int? {
    let format = OutputFormat(request.format)
    let printer = ListPrinter(to: output, format: format, now: request.now)
    switch request.content {
    case .rows(let sections, let marked, _):
      return marked.isEmpty
        ? try write(sections, of: request, printer, ledger, goesOn)
        : try write(marked, of: request, printer, ledger, goesOn)
    case .events(let events):
      return try write(events, of: request, printer, ledger, goesOn)
    case .metrics(let report, let pane, let filter):
      let document = MetricsDocument(
        report: report, filter: filter.isEmpty ? nil : filter, rates: rates)
      let table = document.table(of: pane)
      try format.print(
        json: table.json, lines: table.lines, csv: table.csv, markdown: table.markdown, to: output)
      return table.lines.count
    case .whatIf(let answer, true, _) where [.csv, .ndjson].contains(format):
      let table = WhatIfEffectTable(report: answer.report, rates: rates)
      try format.print(json: .null, lines: table.rows, csv: table.csv, to: output)
      return table.rows.count
    case .whatIf(let answer, _, _) where [.csv, .ndjson].contains(format):
      return try writeDiffering(answer, printer, ledger, goesOn)
    case .whatIf(let answer, _, let filter):
      var report = answer.report
      report.largest = Array(report.largest.prefix(Self.listedMax))
      let page = WhatIfPage(
        report: report, policies: answer.policies, from: answer.from,
        filter: filter.isEmpty ? nil : filter, rates: rates)
      try format.print(json: page.json, markdown: page.markdown(time), to: output)
      return report.episodes
    case .digest(let digest, let isPast):
      let document = DigestDocument(
        digest: request.masksPersonalData ? digest.masked : digest, filter: nil, rates: rates,
        isPast: isPast)
      try format.print(
        json: document.json, lines: document.lines, csv: document.csv,
        markdown: document.markdown(time), to: output)
      return digest.figures.count
    case .policy(let candidate):
      try output.finish(try PolicyConfiguration.text(of: candidate, over: ledger.policy))
      return 0
    }
  }

  /// Writes the rows of sections; returns `nil` if cancelled.
  private func write(
    _ sections: [WindowQuestion.Section], of request: ExportRequest, _ printer: ListPrinter,
    _ ledger: any Ledger, _ goesOn: (Int) -> Bool
  ) throws -> Int? {
    let form = SubscriberTable(now: request.now, time: time).form
    var printer = printer
    let total = try sections.reduce(0) { sum, section in sum + (try ledger.count(section.filter)) }
    try printer.begin(form, total: total)
    var written = 0
    for section in sections {
      var query = SubscriberQuery(
        filter: section.filter, sort: section.sort, descending: section.descending,
        limit: Self.chunkRows)
      while true {
        guard goesOn(written) else { return nil }
        let page = try ledger.subscribers(query)
        let rows = request.masksPersonalData ? page.rows.map(Masking.row) : page.rows
        try printer.rows(rows, form)
        written += rows.count
        guard page.hasMore, let last = page.rows.last else { break }
        query.cursor = PageCursor(.after, last.id)
      }
    }
    try printer.end(next: nil, empty: "")
    return written
  }

  /// Writes the marked rows; returns `nil` if cancelled.
  private func write(
    _ marked: [SubscriptionID], of request: ExportRequest, _ printer: ListPrinter,
    _ ledger: any Ledger, _ goesOn: (Int) -> Bool
  ) throws -> Int? {
    let form = SubscriberTable(now: request.now, time: time).form
    var printer = printer
    try printer.begin(form, total: marked.count)
    var written = 0
    for start in stride(from: 0, to: marked.count, by: Self.chunkRows) {
      guard goesOn(written) else { return nil }
      let found = try ledger.summaries(Array(marked[start...].prefix(Self.chunkRows)))
      try printer.rows(request.masksPersonalData ? found.map(Masking.row) : found, form)
      written += found.count
    }
    try printer.end(next: nil, empty: "")
    return written
  }

  /// Writes the events; returns `nil` if cancelled.
  private func write(
    _ events: EventsQuestion, of request: ExportRequest, _ printer: ListPrinter,
    _ ledger: any Ledger, _ goesOn: (Int) -> Bool
  ) throws -> Int? {
    let form = EventTable(time: time).form
    let reader = EventReader(
      ledger, filter: events.filter, now: request.now,
      masksPersonalData: request.masksPersonalData)
    var search = EventSearch(limit: EventReader.chunkEvents)
    if let until = events.until { search.before = try ledger.position(after: until) }
    var printer = printer
    try printer.begin(form, total: nil)
    var written = 0
    while true {
      guard goesOn(written) else { return nil }
      let (step, rows) = try reader.read(search)
      try printer.rows(rows, form)
      written += rows.count
      guard !step.isOver else { break }
      search.before = step.reached
    }
    try printer.end(next: nil, empty: "")
    return written
  }

  // MARK: What-if

  /// The number of episodes that are replayed between two looks whether to go on.
  private static let chunkEpisodes = 4096

  /// The number of episodes that a document lists, as the command does by default.
  private static let listedMax = 10

  /// Replays the episodes of an answer again, since the answer lists the largest differences alone,
  /// and writes those that differ; returns `nil` if cancelled.
  private func writeDiffering(
    _ answer: WhatIfAnswer, _ printer: ListPrinter, _ ledger: any Ledger, _ goesOn: (Int) -> Bool
  ) throws -> Int? {
    let now = answer.report.now
    let form = WhatIfTable(time: time).form
    var whatIf = answer.question.replay(over: ledger.policy, now: now, listed: 0)
    var differing: [EpisodeComparison] = []
    var (count, isStopped) = (0, false)
    try ledger.readEpisodes(answer.question.episodes(now: now)) { record throws(LedgerError) in
      let comparison = whatIf.add(record)
      if comparison.differs { differing.append(comparison) }
      count += 1
      isStopped = count % Self.chunkEpisodes == 0 && !goesOn(differing.count)
      return !isStopped
    }
    guard !isStopped else { return nil }
    var printer = printer
    try printer.begin(form, total: nil)
    try printer.rows(differing, form)
    try printer.end(next: nil, empty: "")
    return differing.count
  }
}

extension OutputFormat {
  /// Creates the output format of commands that corresponds to a file format.
  init(_ format: ExportRequest.Format) {
    switch format {
    case .csv: self = .csv
    case .json: self = .json
    case .jsonl: self = .ndjson
    case .md: self = .md
    }
  }
}
