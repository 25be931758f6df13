import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

/// The output of subscribers page by page, for `list` and `due`.
struct SubscriberList {
  /// The session of the command.
  let session: Session
  /// The ledger at the instant of the session.
  let ledger: any Ledger
  let filter: Filter?
  private let limit: Int?
  private let after: String?

  /// The number of rows fetched at a time.
  private static let chunkRows = 500

  /// Reads the options and opens the ledger.
  init(_ session: Session, _ page: PageOptions) throws {
    var session = session
    filter = try FilterText.parse(page.filter)
    try CommandError.check(limit: page.limit)
    limit = page.limit
    ledger = try session.view()
    self.session = session
    after = page.after
  }

  /// Prints the matches of a query for a command and returns their total number.
  func print(
    _ query: SubscriberQuery, for command: String, format: OutputFormat, tellsLines: Bool,
    bom: Bool, empty: String
  ) throws -> Int {
    var query = query
    query.cursor = try after.map { text in
      try ListCursor.parse(text, by: query.sort, in: session, ledger)
    }
    let form = SubscriberTable(
      now: session.now, time: session.time, showsEnd: filter?.isAboutEnd ?? false,
      showsRefund: filter?.isAboutRefund ?? false
    ).form
    let total = try ledger.count(query.filter)
    let isHidden = try session.hidesPersonalData(
      from: command, format: format, count: min(total, limit ?? total), in: ledger)
    var printer = ListPrinter(session, format: format, tellsLines: tellsLines, bom: bom)
    try printer.begin(form, total: total)
    var left = limit ?? .max
    var next: String?
    var (printed, others) = (0, 0)
    while left > 0 {
      query.limit = min(left, Self.chunkRows)
      let page = try ledger.subscribers(query)
      try printer.rows(isHidden ? page.rows.map(Masking.row) : page.rows, form)
      others += page.rows.count { $0.environment != .production }
      printed += page.rows.count
      guard page.hasMore, let last = page.rows.last else { break }
      left -= page.rows.count
      query.cursor = PageCursor(.after, last, by: query.sort)
      if left <= 0 { next = ListCursor.text(after: last, by: query.sort) }
    }
    try printer.end(
      next: next, empty: after == nil || total == 0 ? empty : "Nothing follows that --after.")
    if format == .text, others > 0 {
      diagnostics.say(
        "\(CountText.grouped(others)) of these \(CountText.grouped(printed)) are not production; "
          + "figures leave them out, as env:production does.")
    }
    return total
  }
}
