import Foundation

/// The words of the system.
public enum SystemText {
  /// What an error number means, for example `no space left on device`.
  public static func reason(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
