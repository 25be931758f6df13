import Foundation
import TOMLKit
import TerminalUI

/// What a configuration file says, before it means anything.
struct ConfigurationFile {
  /// Where it lies.
  let path: String
  /// Its values.
  let table: TOMLTable
  private let lines: [Substring]

  /// Reads a file; `nil` when there is none and none was asked for.
  ///
  /// Throws when it cannot be read or is not TOML, since going on without it could, for example,
  /// write to a ledger that it names as read-only.
  static func load(path: String, isRequired: Bool) throws(CommandError) -> ConfigurationFile? {
    guard let data = FileManager.default.contents(atPath: path) else {
      if !isRequired, !FileManager.default.fileExists(atPath: path) { return nil }
      throw .notUnderstood(
        "The configuration \(path) cannot be read. Check that it exists and may be read.")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw .notUnderstood("The configuration \(path) is not UTF-8 text.")
    }
    do {
      return ConfigurationFile(path: path, table: try TOMLTable(string: text), text: text)
    } catch {
      throw .notUnderstood("The configuration \(path) is not TOML: \(error)")
    }
  }

  private init(path: String, table: TOMLTable, text: String) {
    (self.path, self.table) = (path, table)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The line on which a key of a section is set, counted from 1; 0 when it is not plain to see.
  func line(of key: String, in section: String = "") -> Int {
    var current = ""
    for (index, line) in lines.enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("[") {
        current = trimmed.trimmingCharacters(in: CharacterSet(charactersIn: "[] \t"))
        if section.isEmpty, current == key { return index + 1 }
      } else if current == section, let equals = trimmed.firstIndex(of: "=") {
        let name = trimmed[..<equals].trimmingCharacters(in: CharacterSet(charactersIn: "\" \t"))
        if name == key { return index + 1 }
      }
    }
    return 0
  }

  /// The place of a key, for messages.
  func place(of key: String, in section: String = "") -> String {
    SettingOrigin.file(path: path, line: line(of: key, in: section)).text
  }

  /// A warning for each key of a section that nothing reads.
  func unknownKeys(of table: TOMLTable, in section: String, known: [String]) -> [String] {
    table.keys.filter { !known.contains($0) }.map { key in
      let meant = NearestName.find(key, in: known).map { " Did you mean '\($0)'?" } ?? ""
      return "\(place(of: key, in: section)): '\(key)' is not a setting and is left out.\(meant)"
    }
  }
}
