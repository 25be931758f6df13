import ArgumentParser
import ConfigurationFiles
import Dashboard
import Foundation
import PlainText
import ProgramConventions
import ShippedThemes
import TerminalUI

/// The available themes: the built-in ones, and the user's own, which take precedence.
struct ThemeFiles {
  /// The themes.
  private(set) var catalog: ThemeCatalog
  /// The problems of the user's own files.
  private(set) var warnings: [String] = []
  /// The problems of files that are no theme at all, which ``warnings`` has as well.
  private(set) var damage: [ConfigurationProblem] = []
  /// The paths of the user's own files.
  private(set) var paths: [String] = []
  private var files: [String: ThemeFile]
  private let shipped: [String: ThemeFile]
  /// The names of the user's own themes whose files are invalid.
  private var broken: Set<String> = []

  /// Returns the completion of theme names: the built-in ones and the user's own.
  static func completion(and others: [String] = []) -> CompletionKind {
    .custom { _, _, _ in
      let folder = Dependencies.current.configurationFolder
      return ThemeFiles(configurationFolder: folder, only: []).names + others
    }
  }

  /// Returns the folder of the user's own themes.
  static func folder(configurationFolder: String) -> String { configurationFolder + "/themes" }

  /// Reads the built-in themes and those in `themes` beside the configuration.
  ///
  /// - Parameters:
  ///   - configurationFolder: The folder of the configuration.
  ///   - needed: The only built-in themes that will be requested, beside the default ones and those
  ///     that the user's own inherit from; `nil` for all.
  init(configurationFolder: String, only needed: [String]? = nil) {
    files = [:]
    let folder = Self.folder(configurationFolder: configurationFolder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where name.hasSuffix(".toml") {
      let own = String(name.dropLast(5))
      paths.append(folder + "/" + name)
      do throws(Damage) {
        files[own] = try Self.read(folder + "/" + name)
      } catch {
        damage.append(error.problem)
        warnings.append(error.problem.sentence)
        broken.insert(own)
      }
    }
    if let needed {
      let parents = files.values.compactMap { $0.source["inherits"]?.word }
      let defaults = [ShippedThemes.defaultName, ShippedThemes.defaultLightName]
      shipped = (try? ShippedThemes.files(for: needed + parents + defaults)) ?? [:]
    } else {
      shipped = (try? ShippedThemes.files()) ?? [:]
    }
    files.merge(shipped) { own, _ in own }
    catalog = Self.catalog(of: files, shipped)
  }

  /// The sorted names of all themes, whether they were read or not.
  var names: [String] { Set(ShippedThemes.texts.map(\.name)).union(files.keys).sorted() }

  /// Returns every valid theme in the order of the names, those read before for files that cannot
  /// be read now, and the problems of the user's own.
  func all(keeping old: [Theme] = []) -> (themes: [Theme], problems: [String]) {
    var problems = warnings
    let names = Set(catalog.names).union(broken).sorted()
    let themes = names.compactMap { name -> Theme? in
      if broken.contains(name), let old = old.first(where: { $0.name == name }) { return old }
      guard let (theme, warnings) = catalog.theme(named: name) else { return nil }
      problems += warnings.map(\.description)
      return theme
    }
    return (themes, problems)
  }

  /// Returns the theme of a name, or the default one; problems are added to the warnings.
  mutating func theme(named name: String?) -> Theme {
    let wanted = name ?? ShippedThemes.defaultName
    if let (theme, problems) = catalog.theme(named: wanted) {
      warnings += problems.map(\.description)
      return theme
    }
    let meant = NearestName.find(wanted, in: names).map { " Did you mean '\($0)'?" } ?? ""
    warnings.append("There is no theme '\(wanted)'; \(ShippedThemes.defaultName) is used.\(meant)")
    return catalog.theme(named: ShippedThemes.defaultName)?.theme ?? .plain
  }

  /// Returns the message that a theme does not exist, with similar names and all names.
  func refusal(of name: String, _ origin: SettingOrigin) -> String {
    let meant = NearestName.find(name, in: names).map { " Did you mean '\($0)'?" } ?? ""
    return "\(origin.text): there is no theme '\(name)'.\(meant) "
      + "There are: \(names.joined(separator: ", "))."
  }

  /// Returns the theme that the command line names, by its name or its file.
  ///
  /// - Throws: A `CommandError` if it does not exist or its file cannot be read.
  func chosen(_ name: String) throws(CommandError) -> (theme: Theme, warnings: [ThemeWarning]) {
    if name.contains("/") || name.hasSuffix(".toml") {
      let stem = name.split(separator: "/").last.map(String.init) ?? name
      let own = stem.hasSuffix(".toml") ? String(stem.dropLast(5)) : stem
      var files = files
      do throws(Damage) {
        files[own] = try Self.read(name)
      } catch {
        throw .failed(error.problem.sentence)
      }
      let inherited = files[own]?.source["inherits"]?.word
      let known = (try? ShippedThemes.files(for: inherited.map { [$0] } ?? [])) ?? [:]
      files.merge(known) { own, _ in own }
      if let found = Self.catalog(of: files, shipped.merging(known) { $1 }).theme(named: own) {
        return found
      }
    }
    if let found = catalog.theme(named: name) { return found }
    let meant = NearestName.find(name, in: names).map { " Did you mean '\($0)'?" } ?? ""
    throw .notFound(
      "There is no theme '\(name)'.\(meant) There are: \(names.joined(separator: ", ")).")
  }

  private static func catalog(
    of files: [String: ThemeFile], _ shipped: [String: ThemeFile]
  ) -> ThemeCatalog {
    ThemeCatalog(
      files: files, shipped: shipped, roles: DashboardAppearance.roles,
      glyphs: DashboardAppearance.glyphs)
  }

  /// The reason that a file is no theme.
  private struct Damage: Error {
    let problem: ConfigurationProblem

    init(_ path: String, line: Int = 0, _ text: String) {
      problem = ConfigurationProblem(path: path, line: line, text: text)
    }
  }

  /// Reads a theme file of the user.
  private static func read(_ path: String) throws(Damage) -> ThemeFile {
    let data: Data
    do throws(ConfigurationFile.Damage) { data = try ConfigurationFile.bytes(of: path) } catch {
      throw Damage(path, "the theme \(error.problem.text)")
    }
    do throws(TOMLDocument.Problem) {
      return try ThemeFile(toml: String(decoding: data, as: UTF8.self), path: path)
    } catch {
      throw Damage(path, line: error.line, "the theme is left out, it is not TOML: \(error.words)")
    }
  }
}
