import SubscriptionCore

/// A reader that converts the rows of a product file into statements and collects problems.
public struct ProductReader {
  /// The statements of the rows read so far.
  public private(set) var statements: [CatalogueStatement] = []
  /// The problems in the order of the rows.
  public private(set) var problems: [ProductProblem] = []
  private let source: CatalogueSource
  /// The offers in the rows read so far, in order of appearance.
  private var offers: [OfferDraft] = []
  /// The stated facts with their first lines.
  private var seen: [Subject: (fact: CatalogueStatement.Fact, line: Int)] = [:]

  /// Creates a reader with the origin of rows that do not name one.
  public init(source: CatalogueSource) { self.source = source }

  /// Returns the statements and the problems of rows; a row with a problem states nothing.
  public static func read(
    _ rows: [ProductRow], source: CatalogueSource
  ) -> (statements: [CatalogueStatement], problems: [ProductProblem]) {
    var reader = ProductReader(source: source)
    for row in rows { reader.read(row) }
    reader.finish()
    return (reader.statements, reader.problems)
  }

  /// Reads the next row.
  mutating func read(_ row: ProductRow) {
    do throws(ProductProblem) {
      try Self.checkTexts(row)
      let head = try Head(row, source: source)
      let facts =
        row.text(.mode) == nil ? try RowFacts.product(row, head.key) : try phase(row, head)
      for fact in facts {
        guard try isNew(fact, of: head, line: row.line) else { continue }
        statements.append(
          CatalogueStatement(fact, of: head.key, since: head.since, source: head.source))
      }
    } catch {
      problems.append(error)
    }
  }

  /// Rejects texts with control characters, which not every format can represent.
  private static func checkTexts(_ row: ProductRow) throws(ProductProblem) {
    for field in ProductField.allCases {
      guard let cell = row.cells[field],
        cell.text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { continue }
      throw ProductProblem(
        line: cell.line, field: field.rawValue, text: "has a control character. Leave it out.")
    }
  }

  /// Adds a row about a phase to the draft of its offer.
  private mutating func phase(
    _ row: ProductRow, _ head: Head
  ) throws(ProductProblem) -> [CatalogueStatement.Fact] {
    let (number, phase) = try RowFacts.phase(row)
    let identifier = row.text(.offer) ?? ""
    let found = offers.firstIndex { $0.head == head && $0.identifier == identifier }
    let place = found ?? offers.count
    if found == nil {
      offers.append(OfferDraft(head: head, identifier: identifier, line: row.line))
    }
    if let known = offers[place].phases[number] {
      guard known.mode == phase.mode, known.period == phase.period, known.count == phase.count,
        Set(known.prices.keys).isDisjoint(with: phase.prices.keys), !phase.prices.isEmpty
      else {
        throw row.problem(
          .phase, "phase \(number) of the offer is stated twice, not only with another country.")
      }
      offers[place].phases[number]?.prices.merge(phase.prices) { old, _ in old }
    } else {
      offers[place].phases[number] = phase
    }
    return []
  }

  /// Converts the drafts of offers into statements, after the last row.
  mutating func finish() {
    for draft in offers {
      let numbers = draft.phases.keys.sorted()
      guard numbers == Array(1...numbers.count) else {
        problems.append(
          ProductProblem(
            line: draft.line, field: "phase",
            text: "the offer has no phase 1, or leaves one out. Count from 1."))
        continue
      }
      let offer = CatalogueOffer(phases: numbers.compactMap { draft.phases[$0] })
      statements.append(
        CatalogueStatement(
          .offer(draft.identifier, offer), of: draft.head.key, since: draft.head.since,
          source: draft.head.source))
    }
    offers = []
    problems.sort { $0.line < $1.line }
  }

  /// Returns a Boolean value that indicates whether no earlier row states a fact; a row for each
  /// country may repeat what holds of the product as a whole.
  private mutating func isNew(
    _ fact: CatalogueStatement.Fact, of head: Head, line: Int
  ) throws(ProductProblem) -> Bool {
    let subject = Subject(head, fact.field, fact.detail)
    if let first = seen[subject] {
      guard first.fact != fact else { return false }
      throw ProductProblem(
        line: line, field: subject.field,
        text: "is stated on line \(first.line) in another way. Leave one out, or give them dates "
          + "in 'since'.")
    }
    seen[subject] = (fact, line)
    return true
  }

  /// An offer whose rows are still being read.
  private struct OfferDraft {
    let head: Head
    let identifier: String
    let line: Int
    var phases: [Int: CatalogueOffer.Phase] = [:]
  }

  /// The key of a fact that may be stated once.
  private struct Subject: Hashable {
    let head: Head
    let field: String
    let detail: String

    init(_ head: Head, _ field: String, _ detail: String) {
      (self.head, self.field) = (head, field)
      self.detail = field == "price" ? ProductCatalogue.countryKey(detail) : detail
    }
  }

  /// The subject of a row.
  struct Head: Hashable {
    let key: ProductKey
    let since: Timestamp?
    let source: CatalogueSource
  }
}

extension ProductReader.Head {
  fileprivate init(_ row: ProductRow, source: CatalogueSource) throws(ProductProblem) {
    guard let name = row.text(.store) else {
      throw ProductProblem(
        line: row.line, field: "store", text: "is missing. Write app-store or google-play.")
    }
    guard let store = Store(rawValue: name) else {
      throw row.problem(.store, "'\(name)' is not a store. Write app-store or google-play.")
    }
    switch store {
    case .appStore:
      try row.refuse(
        [.basePlan, .graceDays, .holdDays], "is Google Play's. Leave it out for the App Store.")
    case .googlePlay: break
    }
    key = ProductKey(
      store: store, app: row.text(.app).map { AppID($0) },
      product: ProductID(row.text(.product) ?? ""), basePlan: row.text(.basePlan))
    since = try RowFacts.value(row, .since, "a date, such as 2026-05-01") {
      Timestamp(rfc3339: $0)
    }
    let sources = CatalogueSource.allCases.filter { $0 != .policyFile }
    self.source =
      try RowFacts.value(
        row, .source, "one of \(sources.map(\.rawValue).joined(separator: ", "))"
      ) { text in sources.first { $0.rawValue == text } } ?? source
  }
}
