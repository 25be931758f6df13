import ArgumentParser
import ConfigurationFiles
import EventLedger
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// `churntop products`: commands for the product catalogue.
struct ProductsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "products",
    abstract: "The product catalogue: billing periods, prices, groups, grace and hold, offers.",
    discussion: """
      The stores' messages rarely say how long a plan lasts. The catalogue does:
      churntopd reads it from the stores' own settings where it has their keys,
      and a file or [[products]] in the configuration say the rest. The
      configuration goes before the stores, those before a file.

      EXAMPLES
        churntop products import products.csv
        churntop products list
        churntop products list com.example.gold --format json
        churntop products export --as toml > products.toml
      """.flowed,
    subcommands: [Import.self, List.self, Export.self])

  /// `churntop products import`: imports facts from a file.
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Import a product file: CSV, JSON or TOML.",
      usage: "churntop products import <file> [<options>]",
      discussion: """
        A row says what it knows of a product, or of one base plan of Google
        Play; the format is detected. In CSV the first line names the
        fields, in JSON and TOML they are keys of the list 'products', where
        'prices' holds several: prices = { JP = "480 JPY" }.

        FIELDS
        \(ProductsCommand.fieldTable)

        Without 'since' a fact holds from the beginning, or, where the file
        differs from what was imported before, from now on: history keeps the
        value of its time. A row with 'mode' is a phase of an offer. A file with
        a mistake is not taken in at all.

        EXAMPLES
          churntop products import products.csv
          churntop products import --replace products.toml
        """.flowed)

    @Flag(help: "Remove the facts of earlier files first, with their history.")
    var replace = false

    @Argument(
      help: ArgumentHelp("The file, or - for standard input.", valueName: "file"),
      completion: .file(extensions: ["csv", "json", "toml"]))
    var file: String

    @OptionGroup var form: ReportFormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      try form.check(for: "products import")
      let bytes = try InputFile.read(file, mebibytesMax: Self.mebibytesMax)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw CommandError.failed("\(file) is not UTF-8 text. Save it as UTF-8 and try again.")
      }
      let read = ProductFile.read(text)
      guard read.problems.isEmpty else {
        for problem in read.problems.prefix(Self.problemsMax) {
          diagnostics.say(problem.sentence(in: file))
        }
        throw CommandError.failed(
          "\(file) is not imported: \(CountText.of(read.problems.count, "mistake")).")
      }
      let ledger = try session.open(.creating)
      let now = session.clock
      let update = try ledger.updateProducts { catalogue in
        if replace { catalogue.forget(.file) }
        catalogue.take(read.statements, at: now)
      }
      for conflict in ledger.policy.productConflicts { diagnostics.say(conflict.sentence) }
      let report: JSON = [
        "read": JSON(read.statements.count), "products": JSON(update.products),
        "subscribers": JSON(update.subscribers),
      ]
      switch form.format {
      case .json, .ndjson: try session.output.line(report.compact)
      case .text, .csv, .md:
        try session.output.line(
          "\(CountText.of(read.statements.count, "fact")) read, "
            + "\(CountText.of(update.products, "product")) changed, "
            + "\(CountText.of(update.subscribers, "subscriber")) rebuilt")
      }
      try session.output.flush()
    }

    /// The most MiB of a file; a catalogue of prices in every country has one or two.
    private static let mebibytesMax = 8
    /// The maximum number of reported mistakes.
    private static let problemsMax = 50
  }

  /// `churntop products export`: prints the catalogue as a file.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Print the stored catalogue as a file for 'products import'.",
      usage: "churntop products export [<options>]",
      discussion: """
        Every fact has its date and where it is from, so that the file brings
        another ledger to the same catalogue. What only the configuration says is
        not written.

        EXAMPLE
          churntop products export > products.csv
        """.flowed)

    @Option(
      name: .customLong("as"),
      help: ArgumentHelp("The format: csv, json or toml.", valueName: "form"))
    var file = ProductFile.csv

    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      let ledger = try session.open(.reading)
      let catalogue = try ledger.products()
      let rows = ProductRow.rows(of: catalogue)
      switch file {
      case .json: try session.output.line(ProductFile.json(rows).pretty())
      case .toml: try session.output.write(ProductFile.toml(rows))
      case .csv:
        let flat = rows.flatMap(\.flat)
        let fields = ProductFile.fields(of: flat)
        try session.output.write(CSV.record(fields.map(\.rawValue)))
        for row in flat {
          let cells = fields.map { row.cells[$0]?.text ?? "" }
          try session.output.write(CSV.record(cells, isExact: !session.output.isTerminal))
        }
      }
      try session.output.flush()
    }
  }

  /// The fields of a file with their descriptions, as lines of help.
  static var fieldTable: String {
    let width = ProductField.allCases.map(\.rawValue.count).max() ?? 0
    return ProductField.allCases.map { field in
      let gap = String(repeating: " ", count: width + 2 - field.rawValue.count)
      // Help breaks longer lines at the margin.
      let lines = Paragraph(field.summary).lines(width: 76 - width)
      let indent = "\n" + String(repeating: " ", count: width + 4)
      return "  \(field.rawValue)\(gap)\(lines.joined(separator: indent))"
    }.joined(separator: "\n")
  }
}

extension ProductFile: ExpressibleByArgument {}

extension ChurnPolicy {
  /// The conflicts of the configuration and imported files with the stores' own settings.
  var productConflicts: [CatalogueConflict] {
    products.conflicts + products.conflicts(with: recovery)
  }
}
