import Foundation
import Testing

/// A connection to a daemon on this machine, over which a test writes what it likes.
final class LineConnection {
  private let descriptor: Int32
  private var heard: [UInt8] = []

  /// Connects.
  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(connected == 0)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Writes bytes.
  func write(_ bytes: [UInt8]) throws {
    try #require(send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }

  /// Reads one answer and gives its status; one before the last, such as 100, has no body.
  func status() throws -> Int {
    while true {
      let text = String(decoding: heard, as: UTF8.self)
      let prefix = "HTTP/1.1 "
      if let head = text.range(of: "\r\n\r\n"),
        let length = text.hasPrefix(prefix + "1")
          ? 0
          : text[..<head.lowerBound].firstMatch(of: #/(?i)content-length: (\d+)/#)
            .flatMap({ Int($0.1) })
      {
        let headLength = text[..<head.upperBound].utf8.count
        if heard.count >= headLength + length {
          heard.removeFirst(headLength + length)
          return try #require(Int(text.dropFirst(prefix.count).prefix(3)))
        }
      }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      try #require(count > 0, "the connection ended: \(text)")
      heard += buffer.prefix(count)
    }
  }
}
