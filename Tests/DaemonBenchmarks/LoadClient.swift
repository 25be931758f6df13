import Foundation
import Glibc

/// One connection that posts bodies and reads the answers, one after another.
final class LoadClient {
  private let socket: Int32
  private let path: String
  private let fields: [String]
  /// Whether the server ends the connection with its latest answer.
  private(set) var isOver = false
  private var buffer = [UInt8](repeating: 0, count: 16_384)

  /// Connects to a loopback port.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - path: What is posted to.
  ///   - client: For whom it posts, as a proxy says it; for itself where that is `nil`.
  /// - Throws: ``ServerProblem`` where nobody listens.
  init(
    port: UInt16, path: String = "/v1/app-store/notifications", client: String? = nil
  ) throws {
    self.path = path
    fields = client.map { ["X-Forwarded-For: \($0)"] } ?? []
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw ServerProblem.connection(String(cString: strerror(errno))) }
    var one: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(socket) }

  /// Posts a body and gives the status of the answer; 0 where the connection ended.
  func post(_ body: [UInt8]) -> Int {
    let fields = [
      "POST \(path) HTTP/1.1", "Host: localhost", "Content-Type: application/json",
      "Content-Length: \(body.count)",
    ]
    let head = (fields + self.fields + ["", ""]).joined(separator: "\r\n")
    let request = Array(head.utf8) + body
    let status = write(request) ? readStatus() : 0
    if status == 0 { isOver = true }
    return status
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        send(
          socket, raw.baseAddress.map { $0 + sent }, raw.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  private func readStatus() -> Int {
    var answer: [UInt8] = []
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count <= 0 { return 0 }
      answer += buffer[..<count]
      guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self).lowercased()
      let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
      if answer.count - end.upperBound >= length ?? 0 {
        isOver = head.contains("\r\nconnection: close")
        return head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      }
    }
  }
}
