import ConfigurationFiles
import Foundation
import PlainText
import ProgramConventions
import SubscriptionCore

/// The templates of replies to customers: the built-in languages, and a team's own files, which
/// take precedence.
///
/// A file `replies/xx.toml` of the configuration replaces built-in texts key by key, or adds a
/// language; texts that a language lacks are in English.
struct ReplyFiles: Sendable {
  /// The templates of each language, by its tag.
  private(set) var languages: [String: ReplyTemplates] = [:]
  /// The problems of the team's own files.
  private(set) var problems: [ConfigurationProblem] = []
  /// The paths of the team's own files.
  private(set) var paths: [String] = []

  /// The language for countries without a template.
  static let fallback = "en"

  /// The built-in files as TOML text with their languages.
  static let shipped: [(language: String, toml: String)] = [
    ("en", PackageResources.en_toml), ("ja", PackageResources.ja_toml),
  ].map { ($0, String(decoding: $1, as: UTF8.self)) }

  /// Reads the built-in files and those in `replies` beside the configuration.
  init(configurationFolder: String) {
    for (language, toml) in Self.shipped {
      let path = "replies/\(language).toml"
      guard let file = try? ConfigurationFile(path: path, text: toml, kind: .replies) else {
        continue
      }
      languages[language] = Self.templates(file, language, over: nil)
    }
    let folder = configurationFolder + "/replies"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where name.hasSuffix(".toml") {
      read(folder + "/" + name, as: String(name.dropLast(5)).lowercased())
    }
  }

  private mutating func read(_ path: String, as language: String) {
    paths.append(path)
    do throws(ConfigurationFile.Damage) {
      guard let file = try ConfigurationFile.load(path: path, as: .replies, isRequired: true) else {
        return
      }
      problems += file.problems
      let known = languages[language]
      languages[language] = Self.templates(file, language, over: known ?? languages[Self.fallback])
      guard known == nil else { return }
      let texts = file.root["texts"]
      let missing = ReplyKey.allCases.filter { texts?[$0.rawValue] == nil }
      if !missing.isEmpty {
        problems.append(
          ConfigurationProblem(
            path: path, line: texts?.line ?? 0,
            text: "[texts] has no words for \(missing.map(\.rawValue).joined(separator: ", ")), "
              + "which are said in English."))
      }
    } catch {
      problems.append(error.problem)
    }
  }

  private static func templates(
    _ file: ConfigurationFile, _ language: String, over base: ReplyTemplates?
  ) -> ReplyTemplates {
    var result = base ?? ReplyTemplates(language: language)
    result.language = language
    let root = file.root
    if let countries = root["countries"]?.texts {
      result.countries = countries
    } else if base?.language != language {
      result.countries = []
    }
    for entry in root["texts"]?.entries ?? [] {
      guard let key = ReplyKey(rawValue: entry.name), let text = entry.node.text else { continue }
      result.texts[key] = ReplyTemplate(text)
    }
    if let form = root["dates"]?["form"]?.text { result.dateForm = form }
    if let months = root["dates"]?["months"]?.texts, months.count == 12 { result.months = months }
    for entry in root["zones"]?.entries ?? [] { result.zones[entry.name] = entry.node.text }
    for entry in root["stores"]?.entries ?? [] {
      if let store = Store(rawValue: entry.name) { result.stores[store] = entry.node.text }
    }
    return result
  }

  /// Returns the templates of a language, or of the language of a country; English if both are
  /// unknown.
  ///
  /// - Throws: A `CommandError` if a language is requested by name and does not exist.
  func templates(language: String?, country: String?) throws(CommandError) -> ReplyTemplates {
    if let language {
      if let found = languages[language.lowercased()] { return found }
      let names = languages.keys.sorted()
      let meant = NearestName.find(language, in: names).map { " Did you mean '\($0)'?" } ?? ""
      throw .notUnderstood(
        "There are no replies in '\(language)'.\(meant) There are: "
          + "\(names.joined(separator: ", ")). Add a language as replies/\(language).toml in the "
          + "configuration folder.")
    }
    let country = country?.uppercased() ?? ""
    let own = languages.values.filter { $0.countries.contains { $0.uppercased() == country } }
      .min { $0.language < $1.language }
    return own ?? languages[Self.fallback] ?? ReplyTemplates(language: Self.fallback)
  }
}
