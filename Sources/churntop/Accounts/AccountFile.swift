import ConfigurationFiles
import ProgramConventions
import SubscriptionCore

/// Account profiles that are read from a CSV file in parts.
///
/// ``record(of:isExact:)`` writes the lines that it reads.
struct AccountFile {
  /// The profiles that were read and not taken yet, in the order of the file.
  private(set) var profiles: [AccountProfile] = []
  /// The number of malformed lines, each of which was reported.
  private(set) var refused = 0

  private let name: String
  private var reader = CSVReader()
  /// The columns of the first line; empty until it is read.
  private var names: [String] = []

  /// The permitted columns.
  static let columns = ["account", "name", "email", "tags", "timezone"]

  /// The most bytes of a line: 1 MiB.
  private static let lineBytesMax = 1 << 20

  /// Creates the file of a name for messages.
  init(name: String) { self.name = name }

  /// Reads the next part; throws if the file is not CSV text with an account column.
  mutating func append(_ part: [UInt8]) throws(CommandError) {
    reader.append(part)
    try readRecords()
    guard reader.pendingBytes <= Self.lineBytesMax else {
      throw .failed(
        "\(name):\(reader.line): the line is longer than 1 MiB. Check its quotation marks.")
    }
  }

  /// Reads the rest, at the end of the file.
  mutating func finish() throws(CommandError) {
    reader.finish()
    try readRecords()
    guard !names.isEmpty else {
      throw .failed("\(name) is empty. Its first line has to name the columns, account first.")
    }
  }

  /// Returns the profiles that were read since the last call.
  mutating func takeProfiles() -> [AccountProfile] {
    defer { profiles = [] }
    return profiles
  }

  private mutating func readRecords() throws(CommandError) {
    while let record = try next() {
      guard record.isText || !names.isEmpty else {
        throw .failed("\(name) is not UTF-8 text. Save it as UTF-8 and try again.")
      }
      if names.isEmpty {
        names = try columns(of: record)
      } else if record.cells != [""] {
        read(record)
      }
    }
  }

  /// Returns the names of the columns by the first line.
  private func columns(of header: CSVReader.Record) throws(CommandError) -> [String] {
    let names = header.cells.map { $0.lowercased() }
    guard names.contains("account") else {
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
    return names
  }

  /// Reads a line, or reports why it is left out.
  private mutating func read(_ record: CSVReader.Record) {
    guard record.isText else { return refuse(record, "the line is not UTF-8 text") }
    guard record.cells.count == names.count else {
      return refuse(record, "\(record.cells.count) values for \(names.count) columns")
    }
    var profile = Self.profile(record.cells, names)
    guard !profile.account.rawValue.isEmpty else { return refuse(record, "the account is empty") }
    if !profile.timezone.isEmpty, !SystemZones.isZone(profile.timezone) {
      diagnostics.say(
        "\(name):\(record.line): '\(profile.timezone)' is not a time zone, such as Asia/Tokyo; "
          + "the account is imported without it.")
      profile.timezone = ""
    }
    profiles.append(profile)
  }

  private mutating func refuse(_ record: CSVReader.Record, _ reason: String) {
    diagnostics.say("\(name):\(record.line): \(reason); left out.")
    refused += 1
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

  private mutating func next() throws(CommandError) -> CSVReader.Record? {
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
