import Foundation
import Glibc

/// A connection on which a test writes whatever bytes it wants.
final class RawConnection {
  private let socket: Int32

  /// Connects to a loopback port; reading gives up after a minute.
  init(port: Int) {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  /// Writes a text; `false` where the other side has closed.
  @discardableResult
  func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Writes a byte every tenth of a second until the other side closes, ten seconds at most.
  ///
  /// - Returns: Whether it closed.
  func dripUntilClosed() async throws -> Bool {
    for _ in 0..<100 {
      guard write("x") else { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  /// Reads until the other side closes, on a thread of its own; `nil` where it does not.
  func readToEnd() async -> String? {
    let socket = socket
    let text = await withCheckedContinuation { answer in
      Thread { answer.resume(returning: Self.read(socket)) }.start()
    }
    return withExtendedLifetime(self) { text }
  }

  private static func read(_ socket: Int32) -> String? {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count == 0 || count < 0 && errno == ECONNRESET {
        return String(decoding: text, as: UTF8.self)
      }
      if count < 0 { return nil }
      text += buffer[..<count]
    }
  }
}
