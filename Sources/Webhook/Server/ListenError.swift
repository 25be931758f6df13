import Foundation
import NIOCore

/// The failure of a server to listen at its address.
public struct ListenError: Error, Hashable, CustomStringConvertible {
  /// The address, with the port.
  public let address: String
  /// The error number of the system.
  public let code: Int32

  /// Creates the failure from an error of the event loop; `nil` for one of another kind.
  init?(_ error: any Error, at address: String) {
    guard let error = error as? IOError,
      [EADDRINUSE, EADDRNOTAVAIL, EACCES].contains(error.errnoCode)
    else { return nil }
    (self.address, code) = (address, error.errnoCode)
  }

  /// The message.
  public var description: String {
    let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return "cannot listen at \(address): \(reason.prefix(1).lowercased())\(reason.dropFirst())"
  }
}
