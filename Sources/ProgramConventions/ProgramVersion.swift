import CBuildInfo

/// The version that both programs share, since one release contains both.
public enum ProgramVersion {
  /// The version number (https://semver.org).
  public static let number = "1.0.0"

  /// The commit of the build (`CHURNTOP_COMMIT` in its environment); empty if unknown.
  static let commit = String(cString: cbi_commit())

  /// Returns the line that `--version` prints, for example `churntop 1.0.0 (7382be3)`, or `churntop
  /// 1.0.0` if the commit is unknown.
  public static func line(of program: String) -> String { line(of: program, commit: commit) }

  static func line(of program: String, commit: String) -> String {
    "\(program) \(number)" + (commit.isEmpty ? "" : " (\(commit))")
  }
}
