/// The theme files of this folder, compiled into the program so that it finds them anywhere.
public enum ShippedThemes {
  /// The theme used when nobody chooses one.
  public static let defaultName = "cvd-dark"

  /// The files as TOML text, each under the name of its theme.
  public static let files: [(name: String, toml: String)] = [
    ("cvd-dark", String(decoding: PackageResources.cvd_dark_toml, as: UTF8.self)),
    ("cvd-light", String(decoding: PackageResources.cvd_light_toml, as: UTF8.self)),
    ("mono", String(decoding: PackageResources.mono_toml, as: UTF8.self)),
  ]
}
