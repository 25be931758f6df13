import Foundation
import Glibc
import Synchronization

/// One connection that posts bodies and reads the answers, one after another.
final class LoadClient: Sendable {
  private let socket: Int32
  /// The path of the App Store's notifications.
  static let notifications = "/v1/app-store/notifications"

  /// What is posted to.
  let path: String
  private let fields: [String]
  private let ending = Mutex(false)

  /// Whether the server ends the connection with its latest answer.
  var isOver: Bool { ending.withLock(\.self) }

  /// Connects to a loopback port.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - path: What is posted to.
  ///   - client: For whom it posts, as a proxy says it; for itself where that is `nil`.
  /// - Throws: ``ServerProblem`` where nobody listens.
  init(
    port: UInt16, path: String = LoadClient.notifications, client: String? = nil
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
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  deinit { close(socket) }

  /// Ends the connection, and whatever waits for it.
  func cut() { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Posts a body and gives the status of the answer; 0 where the connection ended.
  ///
  /// The client is for whom it posts, where that is not always the same.
  func post(_ body: [UInt8], client: String? = nil, authorization: String? = nil) -> Int {
    let fields =
      [
        "POST \(path) HTTP/1.1", "Host: localhost", "Content-Type: application/json",
        "Content-Length: \(body.count)",
      ] + (authorization.map { ["Authorization: \($0)"] } ?? [])
    let more = client.map { ["X-Forwarded-For: \($0)"] } ?? self.fields
    return ask((fields + more + ["", ""]).joined(separator: "\r\n"), body)
  }

  /// Gets the path and gives the status of the answer; 0 where the connection ended.
  func get() -> Int { ask("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n", []) }

  /// Sends bytes, whatever they are, without waiting for an answer.
  ///
  /// - Returns: Whether they could be sent.
  func write(_ bytes: [UInt8]) -> Bool {
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

  private func ask(_ head: String, _ body: [UInt8]) -> Int {
    let status = write(Array(head.utf8) + body) ? readStatus() : 0
    if status == 0 { ending.withLock { $0 = true } }
    return status
  }

  private func readStatus() -> Int {
    var (answer, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 16_384))
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count <= 0 { return 0 }
      answer += buffer[..<count]
      guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self).lowercased()
      let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
      if answer.count - end.upperBound >= length ?? 0 {
        if head.contains("\r\nconnection: close") { ending.withLock { $0 = true } }
        return head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      }
    }
  }
}
