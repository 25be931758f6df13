import TerminalUI

/// The theme files of this folder, compiled into the program so that it finds them anywhere.
public enum ShippedThemes {
  /// The theme used when nobody chooses one.
  public static let defaultName = "cvd-dark"
  /// The theme used on a light background when nobody chooses one.
  public static let defaultLightName = "cvd-light"

  /// The files as TOML text, each under the name of its theme.
  public static let texts: [(name: String, toml: String)] = [
    ("catppuccin-mocha", PackageResources.catppuccin_mocha_toml),
    ("cvd-dark", PackageResources.cvd_dark_toml),
    ("cvd-light", PackageResources.cvd_light_toml),
    ("dracula", PackageResources.dracula_toml),
    ("gruvbox-dark", PackageResources.gruvbox_dark_toml),
    ("high-contrast", PackageResources.high_contrast_toml),
    ("mono", PackageResources.mono_toml),
    ("nord", PackageResources.nord_toml),
    ("solarized-dark", PackageResources.solarized_dark_toml),
    ("solarized-light", PackageResources.solarized_light_toml),
    ("terminal-16", PackageResources.terminal_16_toml),
    ("tokyo-night", PackageResources.tokyo_night_toml),
  ].map { ($0, String(decoding: $1, as: UTF8.self)) }

  /// The files by the names of their themes, read once; a test reads each.
  public static func files() throws -> [String: ThemeFile] { try read.get() }

  private static let read = Result {
    var files: [String: ThemeFile] = [:]
    for (name, toml) in texts { files[name] = try file(name, toml) }
    return files
  }

  /// The files that some themes need: their own and those they inherit from.
  ///
  /// A program that starts draws with one theme and has no time to read them all.
  ///
  /// - Parameter names: The themes; those that are not shipped are passed over.
  /// - Returns: The files by the names of their themes.
  /// - Throws: A `TOMLDocument.Problem` when one is not TOML, which a test rules out.
  public static func files(for names: some Sequence<String>) throws -> [String: ThemeFile] {
    var files: [String: ThemeFile] = [:]
    var waiting = Array(names)
    while let name = waiting.popLast() {
      guard files[name] == nil, let toml = texts.first(where: { $0.name == name })?.toml else {
        continue
      }
      let file = try file(name, toml)
      files[name] = file
      if let parent = file.source["inherits"]?.word { waiting.append(parent) }
    }
    return files
  }

  private static func file(_ name: String, _ toml: String) throws -> ThemeFile {
    try ThemeFile(toml: toml, path: "\(name).toml", isShipped: true)
  }
}
