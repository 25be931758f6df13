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
    var files = (try? ShippedThemes.files()) ?? [:]
    let folder = configurationFolder + "/themes"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where name.hasSuffix(".toml") {
      let path = folder + "/" + name
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      do {
        files[String(name.dropLast(5))] = try ThemeFile(
          toml: String(decoding: data, as: UTF8.self), path: path)
      } catch let error as TOMLParseError {
        warnings.append(
          "\(path):\(error.source.begin.line): not TOML, the theme is left out: "
            + error.description)
      } catch {
        warnings.append("\(path): the theme is left out: \(error)")
      }
    }
    catalog = ThemeCatalog(
      files: files, roles: DashboardLooks.roles, glyphs: DashboardLooks.glyphs)
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
}
