import Foundation
import Synchronization

/// A server that answers each request with a redirect whose body does not end.
final class EndlessRedirect: Sendable {
  /// The port that it listens at.
  let port: UInt16
  private let listener: Int32
  private let hasEnded = Mutex(false)

  init() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = bind(listener, address, length)
        _ = listen(listener, 16)
        _ = getsockname(listener, address, &length)
      }
    }
    (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        Thread.detachNewThread { [self] in serve(client) }
      }
    }
  }

  private func serve(_ client: Int32) {
    var request = [UInt8](repeating: 0, count: 4_096)
    _ = recv(client, &request, request.count, 0)
    var piece = Array(
      "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 9999999999\r\n\r\n".utf8)
    while !hasEnded.withLock(\.self), send(client, piece, piece.count, Int32(MSG_NOSIGNAL)) > 0 {
      piece = request + request + request + request
    }
    close(client)
  }

  /// Ends every response, and takes no further request.
  func end() {
    hasEnded.withLock { $0 = true }
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}
