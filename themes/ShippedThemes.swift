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

  /// The files by the names of their themes; a test reads each.
  public static func files() throws -> [String: ThemeFile] {
    var files: [String: ThemeFile] = [:]
    for (name, toml) in texts {
      files[name] = try ThemeFile(toml: toml, path: "\(name).toml", isShipped: true)
    }
    return files
  }
}
