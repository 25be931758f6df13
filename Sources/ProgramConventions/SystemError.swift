import Foundation

/// The error messages of the system.
public enum SystemError {
  /// Returns the message of an error number, for example `no space left on device`.
  public static func message(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
