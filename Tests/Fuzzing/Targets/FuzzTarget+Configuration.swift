import ConfigurationFiles
import ShippedThemes
import SubscriptionCore
import TerminalUI

extension FuzzTarget {
  /// A configuration file of either program, as far as both have the same sections.
  static let configuration = FuzzTarget("configuration") { input in
    guard let text = String(validating: input, as: UTF8.self) else { return }
    let name = TextRule("a name")
    let any = TableShape(
      TableShape.policy + [
        .init("refresh", .text(.length), "a length"), .init("mask", .boolean, "a flag"),
        .init("escdelay", .integer(0...1000), "a number"),
        .init("project", .anyOf([.boolean, .list(of: .choice(["a", "b"]))]), "either"),
      ], others: .init(name: name, shape: .list(of: .anyText, isWhole: true)))
    for isStrict in [false, true] {
      do throws(ConfigurationFile.Damage) {
        let file = try ConfigurationFile(path: "f", text: text, shape: any, isStrict: isStrict)
        let (policy, problems) = PolicyConfiguration.policy(of: [file])
        for problem in file.problems + problems {
          try? Aftermath.isSafe(problem.sentence)
          _ = file.origin([problem.text])
        }
        _ = policy.prompts
      } catch {
        _ = error.problem.sentence
      }
    }
    _ = DurationText.parse(text)
  }

  /// A catalogue of products in any of its forms; what is read is written in each form and read.
  static let products = FuzzTarget("products") { input in
    let read = ProductFile.read(String(decoding: input, as: UTF8.self))
    for problem in read.problems { try Aftermath.isSafe(problem.field + problem.text) }
    guard read.problems.isEmpty else { return }
    var catalogue = ProductCatalogue()
    catalogue.take(read.statements, at: .epoch)
    let rows = ProductRow.rows(of: catalogue)
    for text in [ProductFile.toml(rows), ProductFile.json(rows).pretty(), csv(rows)] {
      let again = ProductFile.read(text)
      try demand(again.problems, equals: [], "what was written is not read:\n\(text)\n")
      var same = ProductCatalogue()
      same.take(again.statements, at: .epoch)
      try demand(same, equals: catalogue, "written and read again, it is another catalogue")
    }
  }

  /// A theme file of a user's own.
  static let theme = FuzzTarget("theme") { input in
    guard let file = try? ThemeFile(toml: String(decoding: input, as: UTF8.self), path: "t") else {
      return
    }
    let shipped = try ShippedThemes.files()
    let catalog = ThemeCatalog(files: shipped.merging(["own": file]) { $1 }, shipped: shipped)
    guard let (theme, warnings) = catalog.theme(named: "own") else { return }
    for warning in warnings { try Aftermath.isSafe("\(warning)") }
    for sign in theme.glyphs.values {
      try Aftermath.hasNoControls(String(sign))
    }
  }

  /// The words of a reply to a customer, checked and filled in.
  static let reply = FuzzTarget("reply", lengthMax: 512) { input in
    let text = String(decoding: input, as: UTF8.self)
    let template = ReplyTemplate(text)
    let values: [ReplyPlaceholder: String] = [.product: "Gold", .until: "1 May"]
    for key in ReplyKey.allCases where template.problem(for: key) == nil {
      let known = Dictionary(uniqueKeysWithValues: key.placeholders.map { ($0, "value") })
      try demand(!template.filled(known).contains("{"), "a place stays open")
    }
    _ = (template.filled(values), template.filled([:]))
    let templates = ReplyTemplates(language: "xx", dateForm: text, zones: ["UTC": text])
    _ = templates.words(Aftermath.now, in: .utc)
  }

  /// Times, lengths and zones as people type them.
  static let times = FuzzTarget("times", lengthMax: 64) { input in
    let text = String(decoding: input, as: UTF8.self)
    let zone = DisplayZone(
      name: "Europe/Berlin", offset: .hours(1),
      changes: [.init(at: Aftermath.now - .days(50), to: .hours(2))])
    if let instant = Timestamp(rfc3339: text) {
      try demand(Timestamp(rfc3339: instant.rfc3339), equals: instant, "a time is another time")
    }
    for zone in [.utc, zone] {
      if let instant = InstantText.instant(text, now: Aftermath.now, in: zone) {
        _ = (zone.date(instant), zone.wallClock(instant).rfc3339, zone.suffix(at: instant))
      }
      do throws(InstantTextError) {
        let later = try InstantText.later(text, now: Aftermath.now, in: zone)
        guard later > Aftermath.now else { throw InstantTextError(offset: -1, text: "not later") }
      } catch {
        try demand(
          (0...text.unicodeScalars.count).contains(error.offset), "\(error.offset) \(error.text)")
      }
    }
    if let period = BillingPeriod(iso8601: text) {
      try demand(BillingPeriod(iso8601: period.description), equals: period, "another period")
      _ = (period.after(.distantFuture), period.after(.distantPast), period.after(Aftermath.now))
    }
  }

  private static func csv(_ rows: [ProductRow]) -> String {
    let flat = rows.flatMap(\.flat)
    let fields = ProductFile.fields(of: flat)
    let lines =
      [fields.map(\.rawValue)] + flat.map { row in fields.map { row.cells[$0]?.text ?? "" } }
    return lines.map { line in
      line.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
    }.joined()
  }
}
