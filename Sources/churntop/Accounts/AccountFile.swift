import ConfigurationFiles
import ProgramConventions
import SubscriptionCore

/// Account profiles read from a CSV file, and the lines that could not be.
///
/// ``record(of:isExact:)`` writes the lines that it reads.
struct AccountFile {
  /// The profiles, in the order of the file.
  private(set) var profiles: [AccountProfile] = []
  /// The problems of malformed lines, a sentence each.
  private(set) var problems: [String] = []

  /// The permitted columns.
  static let columns = ["account", "name", "email", "tags", "timezone"]

  /// Reads a file; throws if it is not CSV text with an account column.
  init(_ bytes: [UInt8], name: String) throws(CommandError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .failed("\(name) is not UTF-8 text. Save it as UTF-8 and try again.")
    }
    var reader = CSVReader(text)
    guard let header = try Self.next(&reader, name) else {
      throw .failed("\(name) is empty. Its first line has to name the columns, account first.")
    }
    let names = header.cells.map { $0.lowercased() }
    guard let key = names.firstIndex(of: "account") else {
      throw .failed(
        "\(name):1: there is no column 'account'. The first line has to name the columns: "
          + Self.columns.joined(separator: ",") + ".")
    }
    if let twice = Self.columns.first(where: { column in names.count { $0 == column } > 1 }) {
      throw .failed("\(name):1: the column '\(twice)' is there twice. Leave one of them out.")
    }
    for unknown in names where !Self.columns.contains(unknown) {
      diagnostics.say("\(name):1: the column '\(unknown)' is not used.")
    }
    while let record = try Self.next(&reader, name) {
      if record.cells == [""] { continue }
      guard record.cells.count == names.count else {
        problems.append(
          "\(name):\(record.line): \(record.cells.count) values for \(names.count) columns; "
            + "left out.")
        continue
      }
      guard !record.cells[key].isEmpty else {
        problems.append("\(name):\(record.line): the account is empty; left out.")
        continue
      }
      var profile = Self.profile(record.cells, names)
      if !profile.timezone.isEmpty, !SystemZones.isZone(profile.timezone) {
        diagnostics.say(
          "\(name):\(record.line): '\(profile.timezone)' is not a time zone, such as Asia/Tokyo; "
            + "the account is imported without it.")
        profile.timezone = ""
      }
      profiles.append(profile)
    }
  }

  /// Formats a profile as a line with the values of ``columns``, its control characters as they are
  /// where it is exact.
  static func record(of profile: AccountProfile, isExact: Bool) -> String {
    CSV.record(
      [
        profile.account.rawValue, profile.name, profile.email,
        profile.tags.joined(separator: " "), profile.timezone,
      ], isExact: isExact)
  }

  private static func next(
    _ reader: inout CSVReader, _ name: String
  ) throws(CommandError) -> CSVReader.Record? {
    do throws(CSVReader.Problem) {
      return try reader.next()?.trimmed
    } catch {
      throw .failed("\(name):\(error.line): a quotation mark is never closed.")
    }
  }

  private static func profile(_ cells: [String], _ names: [String]) -> AccountProfile {
    func cell(_ column: String) -> String {
      names.firstIndex(of: column).map { CSVReader.restored(cells[$0]) } ?? ""
    }
    let tags = cell("tags").split { ";,".contains($0) || $0.isWhitespace }.map(String.init)
    return AccountProfile(
      account: AccountID(cell("account")), name: cell("name"), email: cell("email"), tags: tags,
      timezone: cell("timezone"))
  }
}
