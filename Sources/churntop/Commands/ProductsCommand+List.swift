import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

extension ProductsCommand {
  /// `churntop products list`: prints the product catalogue.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the known facts about products with their origin, and the unknown plans.",
      usage: "churntop products list [<product>] [<options>]",
      discussion: """
        FROM says who states a fact: the policy file, Google Play, App Store
        Connect or an imported file. A product of which subscribers have no known
        plan is listed with 'plan unknown'; their money is not counted. Where the
        policy file or an imported file says otherwise than the store's own
        settings, a line on standard error tells.

        EXAMPLES
          churntop products list
          churntop products list com.example.gold --prices
          churntop list --filter plan:unknown
        """.flowed)

    @Argument(help: ArgumentHelp("Only this product.", valueName: "product"))
    var product: String?

    @Flag(help: "List the price of every country; without it, a few of each product.")
    var prices = false

    @OptionGroup var form: FormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      var session = try Session(common.values(display))
      let ledger = try session.view()
      let lines = try ProductLines(session, ledger, only: product.map { ProductID($0) })
      if let product, lines.isEmpty {
        throw CommandError.notFound(
          "Nothing is known of a product '\(product)', and no subscriber has it.")
      }
      let rows = lines.rows.map(\.json)
      let shown = prices || form.format == .md ? lines.rows : lines.withFewPrices
      let table = Table(columns: ProductLine.columns, rows: shown.map { $0.cells(session.time) })
      try form.format.print(
        text: table.text(ink: session.ink), json: lines.json(at: session.now), lines: rows,
        csv: CSV.record(ProductLine.names) + rows.map { CSV.record($0.cells) }.joined(),
        markdown: table.markdown, to: session.output)
      if form.format == .text, lines.isEmpty {
        diagnostics.say("No products are known. 'churntop products import FILE' takes some in.")
      }
      for conflict in lines.conflicts { diagnostics.say(conflict.sentence) }
    }
  }
}

/// A line of `products list`: a fact, or the number of subscribers whose plan is unknown.
struct ProductLine {
  var key: ProductKey
  /// The fact; `nil` for an unknown plan.
  var statement: CatalogueStatement?
  /// The number of subscribers of the product without a known plan.
  var unknownPlans = 0
  /// The number of further countries' prices that the line represents.
  var furtherPrices = 0

  static let columns = ["PRODUCT", "STORE", "APP", "FACT", "VALUE", "SINCE", "FROM"].map {
    Table.Column(title: $0)
  }
  static let names = [
    "product", "basePlan", "store", "app", "fact", "detail", "value", "since", "source",
    "subscribers",
  ]

  /// Returns the cells for text output.
  func cells(_ time: LocalTime) -> [Table.Cell] {
    let head = [
      key.product.rawValue.isEmpty ? "(every product)" : key.description, key.store.title,
      key.app?.rawValue ?? "any",
    ]
    let tail: [String]
    if let statement {
      let detail = statement.fact.detail
      tail = [
        detail.isEmpty ? statement.fact.field : "\(statement.fact.field) \(detail)",
        statement.fact.value, statement.since.map(time.day) ?? "",
        statement.source.title.replacing("the ", with: "", maxReplacements: 1),
      ]
    } else if furtherPrices > 0 {
      tail = ["price", "… \(furtherPrices) more; --prices lists them", "", ""]
    } else {
      tail = ["plan unknown", CountText.of(unknownPlans, "subscriber"), "", ""]
    }
    return (head + tail).map { Table.Cell(text: $0) }
  }

  /// The line as JSON.
  var json: JSON {
    [
      "product": JSON(key.product.rawValue), "basePlan": JSON(key.basePlan),
      "store": JSON(key.store.rawValue), "app": JSON(key.app?.rawValue),
      "fact": JSON(statement?.fact.field ?? "planUnknown"),
      "detail": JSON(statement?.fact.detail), "value": JSON(statement?.fact.value),
      "since": JSON(statement?.since), "source": JSON(statement?.source.rawValue),
      "subscribers": JSON(statement == nil ? unknownPlans : nil),
    ]
  }
}

/// The content of `products list`.
struct ProductLines {
  /// The facts by product, followed by the unknown plans.
  private(set) var rows: [ProductLine] = []
  /// The conflicts between the configuration or a file and a store.
  let conflicts: [CatalogueConflict]

  /// A Boolean value that indicates whether there is nothing to print.
  var isEmpty: Bool { rows.isEmpty }

  /// Queries a ledger.
  init(_ session: Session, _ ledger: any Ledger, only: ProductID?) throws {
    let policy = ledger.policy
    conflicts = policy.productConflicts.filter { only == nil || $0.key.product == only }
    rows = policy.products.statements
      .filter { only == nil || $0.key.product == only }
      .map { ProductLine(key: $0.key, statement: $0) }
    let unknown = try Self.unknownPlans(ledger)
    for key in unknown.keys.sorted() where only == nil || key.product == only {
      rows.append(ProductLine(key: key, unknownPlans: unknown[key] ?? 0))
    }
  }

  /// The lines with at most a few prices for each product.
  var withFewPrices: [ProductLine] {
    var result: [ProductLine] = []
    for row in rows {
      guard case .price = row.statement?.fact, let last = result.last, last.key == row.key else {
        result.append(row)
        continue
      }
      let listed = result.reversed().prefix { line in
        guard case .price = line.statement?.fact else { return line.furtherPrices > 0 }
        return line.key == row.key
      }.count
      if last.furtherPrices > 0 {
        result[result.count - 1].furtherPrices += 1
      } else if listed < Self.pricesShown {
        result.append(row)
      } else {
        result.append(ProductLine(key: row.key, furtherPrices: 1))
      }
    }
    return result
  }

  /// Returns the content as JSON.
  func json(at now: Timestamp) -> JSON {
    [
      "asOf": JSON(now), "total": JSON(rows.count), "items": .array(rows.map(\.json)),
      "conflicts": .array(
        conflicts.map { conflict in
          [
            "product": JSON(conflict.key.product.rawValue),
            "basePlan": JSON(conflict.key.basePlan), "store": JSON(conflict.key.store.rawValue),
            "app": JSON(conflict.key.app?.rawValue), "fact": JSON(conflict.fact),
            "value": JSON(conflict.value), "source": JSON(conflict.source.rawValue),
            "storeValue": JSON(conflict.storeValue), "text": JSON(conflict.sentence),
          ]
        }), "next": .null,
    ]
  }

  /// Counts the subscribers of each product without a known plan.
  ///
  /// - Complexity: O(*n*) for *n* subscribers without one.
  private static func unknownPlans(_ ledger: any Ledger) throws(LedgerError) -> [ProductKey: Int] {
    var counts: [ProductKey: Int] = [:]
    var query = SubscriberQuery()
    query.filter = .field(.plan, .any([.text(PlanTexts.unknown)]))
    query.limit = 500
    while true {
      let page = try ledger.subscribers(query)
      for row in page.rows where !row.product.rawValue.isEmpty {
        counts[ProductKey(store: row.store, app: row.app, product: row.product), default: 0] += 1
      }
      guard page.hasMore, let last = page.rows.last else { return counts }
      query.cursor = PageCursor(.after, last.id)
    }
  }

  /// The number of prices of a product that a shortened list shows.
  private static let pricesShown = 3
}
