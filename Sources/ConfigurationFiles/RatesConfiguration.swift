import Foundation
import SubscriptionCore

/// The section `[currency]` of the configuration: the report currency, and the rates to it.
public enum RatesConfiguration {
  /// Reads the exchange rates from configuration files, that of the highest precedence last: the
  /// last that has the section decides.
  public static func rates(
    of files: [ConfigurationFile]
  ) -> (rates: ExchangeRates?, problems: [ConfigurationProblem]) {
    guard let file = files.last(where: { $0.root["currency"] != nil }),
      let node = file.root["currency"], let report = node["report"]?.text
    else { return (nil, []) }
    func problem(_ line: Int, _ text: String) -> (ExchangeRates?, [ConfigurationProblem]) {
      (nil, [ConfigurationProblem(path: file.path, line: line, text: text)])
    }
    guard node["rates"] != nil || node["file"] != nil else {
      return problem(
        node.line,
        "[currency] has neither rates nor a file of them. Add one, such as "
          + "rates = { USD = \"1.1\" }; amounts stay in their own currencies.")
    }
    var (read, written): ([String: Int64], [String: Int64]) = ([:], [:])
    var date = node["date"]?.text.flatMap { CivilDate(iso8601: $0) }
    if let name = node["file"]?.text {
      let path = name.hasPrefix("/") ? name : folder(of: file.path) + name
      do throws(RatesProblem) {
        let found = try RatesFile.read(path: path, report: report)
        (read, date) = (found.rates, found.date ?? date)
      } catch {
        return problem(
          node["file"]?.line ?? node.line,
          "[currency] file: \(path): \(error.text) Amounts stay in their own currencies.")
      }
    }
    for entry in node["rates"]?.entries ?? [] {
      written[entry.name] = entry.node.text.flatMap { ExchangeRates.rate($0) }
    }
    guard let date else {
      return problem(
        node.line,
        "[currency] has no date. Add the day of the rates, such as date = \"2026-11-20\"; amounts "
          + "stay in their own currencies.")
    }
    // The file may be of another base than the rates that are written in the section.
    func based(_ rates: [String: Int64]) -> [String: Int64] {
      ExchangeRates(currency: report, date: date, rates: rates).rates
    }
    let rates = based(read).merging(based(written)) { $1 }
    return (ExchangeRates(currency: report, date: date, rates: rates), [])
  }

  /// Returns the folder of a path, with its slash.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}

/// A reader of exchange rates from CSV.
///
/// It reads a record for each currency, with the columns `currency`, `rate` and, if it likes,
/// `date`; and the European Central Bank's form, a column for each currency and the date in the
/// first (<https://www.ecb.europa.eu/stats/eurofxref/eurofxref.zip>), whose rates are the euro's.
public enum RatesFile {
  /// Reads a file.
  public static func read(
    path: String, report: String
  ) throws(RatesProblem) -> (rates: [String: Int64], date: CivilDate?) {
    let data: Data
    do throws(ConfigurationFile.Damage) { data = try ConfigurationFile.bytes(of: path) } catch {
      throw RatesProblem(error.problem.text)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw RatesProblem("is not UTF-8 text.")
    }
    return try read(text, report: report)
  }

  /// Reads a text.
  public static func read(
    _ text: String, report: String
  ) throws(RatesProblem) -> (rates: [String: Int64], date: CivilDate?) {
    var reader = CSVReader(text)
    var records: [CSVReader.Record] = []
    do throws(CSVReader.Problem) {
      while let record = try reader.next()?.trimmed {
        if record.cells.contains(where: { !$0.isEmpty }) { records.append(record) }
      }
    } catch { throw RatesProblem("line \(error.line): a quotation mark is not closed.") }
    guard let heading = records.first else { throw RatesProblem("is empty.") }
    let names = heading.cells.map { $0.lowercased() }
    if names.first == "date", !names.contains("currency") {
      guard report == "EUR" else {
        throw RatesProblem("has the euro's rates, which need report = \"EUR\".")
      }
      return try readWide(heading.cells, records.dropFirst())
    }
    guard let currency = names.firstIndex(of: "currency"), let rate = names.firstIndex(of: "rate")
    else { throw RatesProblem("line 1: needs the columns currency and rate.") }
    return try readLong(
      records.dropFirst(), currency: currency, rate: rate, date: names.firstIndex(of: "date"))
  }

  private static func readLong(
    _ records: some Sequence<CSVReader.Record>, currency: Int, rate: Int, date: Int?
  ) throws(RatesProblem) -> (rates: [String: Int64], date: CivilDate?) {
    var latest: [String: (rate: Int64, day: CivilDate?)] = [:]
    for record in records {
      func cell(_ place: Int) -> String {
        record.cells.indices.contains(place) ? record.cells[place] : ""
      }
      let code = cell(currency).uppercased()
      guard TextRule.currency.problem(code) == nil, let value = ExchangeRates.rate(cell(rate))
      else { throw RatesProblem("line \(record.line): needs a currency and a rate above zero.") }
      var day: CivilDate?
      if let date, !cell(date).isEmpty {
        day = CivilDate(iso8601: cell(date))
        guard day != nil else {
          throw RatesProblem("line \(record.line): '\(cell(date))' is not a date.")
        }
      }
      // Of several days of one currency the latest counts, in whatever order they stand.
      if let known = latest[code]?.day, day.map({ $0 < known }) ?? true { continue }
      latest[code] = (value, day)
    }
    return (latest.mapValues(\.rate), latest.values.compactMap(\.day).min())
  }

  /// Reads the first record after a heading of currencies: the bank lists the newest day first.
  private static func readWide(
    _ heading: [String], _ records: some Sequence<CSVReader.Record>
  ) throws(RatesProblem) -> (rates: [String: Int64], date: CivilDate?) {
    guard let newest = records.first(where: { _ in true }), let first = newest.cells.first,
      let date = CivilDate(iso8601: first) ?? day(first)
    else { throw RatesProblem("line 2: needs a date in the first column.") }
    var rates: [String: Int64] = [:]
    for (code, text) in zip(heading, newest.cells).dropFirst() {
      guard TextRule.currency.problem(code) == nil, text != "N/A" else { continue }
      guard let value = ExchangeRates.rate(text) else {
        throw RatesProblem("line \(newest.line): \(code) has no rate above zero.")
      }
      rates[code] = value
    }
    return (rates, date)
  }

  /// Parses a date such as `20 November 2026`.
  private static func day(_ text: String) -> CivilDate? {
    let parts = text.split(separator: " ")
    guard parts.count == 3, let day = Int(parts[0]), let year = Int(parts[2]),
      let month = CivilDate.monthNames.firstIndex(of: String(parts[1].prefix(3))),
      (1...9999).contains(year),
      (1...CivilDate.days(inMonth: month + 1, of: year)).contains(day)
    else { return nil }
    return CivilDate(year: year, month: month + 1, day: day)
  }
}

/// The reason that a file of rates cannot be used.
public struct RatesProblem: Error, Hashable {
  /// The words, to follow the path.
  public let text: String

  init(_ text: String) { self.text = text }
}
