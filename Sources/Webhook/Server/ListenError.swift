import Foundation
import NIOCore

/// The failure of a server to listen at its address.
public struct ListenError: Error, Hashable, CustomStringConvertible {
  /// The address, with the port.
  public let address: String
  /// The reason, in the system's words.
  public let reason: String
  /// The advice to the operator, as a sentence.
  public let remedy: String
  /// A Boolean value that indicates whether the host is not an address of this machine.
  public let isWrongHost: Bool

  /// Creates the failure from an error of the event loop; `nil` for one of another kind.
  init?(_ error: any Error, at address: String) {
    self.address = address
    switch error {
    case let error as IOError
    where [EADDRINUSE, EADDRNOTAVAIL, EACCES].contains(error.errnoCode):
      let words =
        strerror(error.errnoCode).map { String(cString: $0) } ?? "error \(error.errnoCode)"
      reason = words.prefix(1).lowercased() + words.dropFirst()
      (remedy, isWrongHost) = (Self.remedy(of: error.errnoCode), error.errnoCode == EADDRNOTAVAIL)
    case is SocketAddressError.UnknownHost:
      reason = "no host of this name is known"
      (remedy, isWrongHost) = (Self.remedy(of: EADDRNOTAVAIL), true)
    default: return nil
    }
  }

  /// Returns what prevents a server from listening at an address at present; `nil` for nothing.
  ///
  /// The address is taken for a moment, as a server takes it.
  public static func probe(host: String, port: Int) -> ListenError? {
    do {
      let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
      let descriptor = socket(address.protocol.rawValue, CInt(SOCK_STREAM.rawValue), 0)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      // As the server's socket, which may follow on one that was closed a moment ago.
      var reuses: CInt = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<CInt>.size))
      let isBound = address.withSockAddr { bind(descriptor, $0, socklen_t($1)) == 0 }
      return isBound
        ? nil : ListenError(IOError(errnoCode: errno, reason: "bind"), at: "\(host):\(port)")
    } catch {
      return ListenError(error, at: "\(host):\(port)")
    }
  }

  /// The message.
  public var description: String { "cannot listen at \(address): \(reason)" }

  private static func remedy(of code: CInt) -> String {
    switch code {
    case EADDRNOTAVAIL: "Name an address of this machine: 'host' in [server]."
    case EACCES: "Choose a port from 1024 on: 'port' in [server], or --port of simulate."
    case _:
      "Stop the program that listens there, or choose another port: 'port' in [server], or "
        + "--port of simulate."
    }
  }
}
