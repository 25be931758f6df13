import Dashboard
import Foundation
import ShippedThemes
import TOMLKit
import TerminalUI

/// The themes that can be chosen: the shipped ones, and the user's own over them.
struct ThemeFiles {
  /// The themes.
  let catalog: ThemeCatalog
  /// What is wrong with the user's own files.
  private(set) var warnings: [String] = []

  /// Reads the shipped themes and those in `themes` beside the configuration.
  init(configurationFolder: String) {
    var sources: [String: ThemeSource] = [:]
    for file in ShippedThemes.files {
      if let table = try? TOMLTable(string: file.toml) { sources[file.name] = Self.tree(table) }
    }
    let folder = configurationFolder + "/themes"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where name.hasSuffix(".toml") {
      let path = folder + "/" + name
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      do {
        let table = try TOMLTable(string: String(decoding: data, as: UTF8.self))
        sources[String(name.dropLast(5))] = Self.tree(table)
      } catch {
        warnings.append("The theme \(path) is not TOML and is left out: \(error)")
      }
    }
    catalog = ThemeCatalog(
      sources: sources, roles: DashboardLooks.roles, glyphs: DashboardLooks.glyphs)
  }

  /// The theme of a name, or the default one; what is wrong with it goes to the warnings.
  mutating func theme(named name: String?) -> Theme {
    let wanted = name ?? ShippedThemes.defaultName
    if let (theme, problems) = catalog.theme(named: wanted) {
      warnings += problems.map(\.description)
      return theme
    }
    let meant = NearestName.find(wanted, in: catalog.names).map { " Did you mean '\($0)'?" } ?? ""
    warnings.append(
      "There is no theme '\(wanted)'; \(ShippedThemes.defaultName) is used.\(meant)")
    return catalog.theme(named: ShippedThemes.defaultName)?.theme ?? .plain
  }

  /// A TOML table as the plain tree that themes are read from.
  private static func tree(_ table: TOMLTable) -> ThemeSource {
    var values: [String: ThemeSource] = [:]
    for key in table.keys {
      guard let value = table[key] else { continue }
      if let text = value.string {
        values[key] = .text(text)
      } else if let number = value.int {
        values[key] = .number(number)
      } else if let inner = value.table {
        values[key] = tree(inner)
      } else {
        values[key] = .other
      }
    }
    return .table(values)
  }
}
