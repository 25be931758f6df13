import Cryptography
import Foundation
import Glibc

/// Lets the stores be unknown to DNS, silent or senseless; deliveries go on.
struct StoreTrial {
  let world: TrialWorld
  let folder: TrialFolder
  let seconds: Int

  /// Tries each in turn.
  func run(_ report: TrialReport) throws {
    try folder.write("key.p8", PrivateKey.generated(.p256).pem)
    let silent = try SilentServer(answer: nil)
    let senseless = try SilentServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{{{{")
    let hosts = [
      ("unknown to DNS", "https://store.invalid"),
      ("silent", "http://127.0.0.1:\(silent.port)"),
      ("senseless", "http://127.0.0.1:\(senseless.port)"),
    ]
    for (name, host) in hosts {
      try folder.configure(
        """
        issuer = "57246542-96fe-1a63-e053-0824d011072a"
        key = "2X9R4HXF34"
        keyFile = "\(folder.file("key.p8"))"
        host = "\(host)"
        """)
      let daemon = try TrialDaemon(folder)
      let post = TrialPost(world.bodies)
      let endPosting = post.start(port: daemon.port, threads: 2, pause: 0.02, client: "17.1.2.3")
      sleep(UInt32(seconds))
      endPosting()
      let (lines, ready) = (daemon.lines.count, daemon.status(of: "/readyz"))
      let end = daemon.end(SIGTERM)
      let p99 = post.milliseconds.quantile(0.99)
      report.check(
        ready == 200 && p99 <= 250 && lines < 100 && end.status == 0 && end.seconds < 15
          && post.statuses.keys.allSatisfy { $0 == 200 },
        "stores \(name): \(post.statuses[200] ?? 0) deliveries stored, p99 \(p99.inMilliseconds), "
          + "/readyz \(ready), \(lines) lines in \(seconds) s, "
          + "stopped in \((end.seconds * 1_000).inMilliseconds)")
    }
  }
}

/// A server that answers everybody alike, or nobody.
final class SilentServer: Sendable {
  /// The port that it listens at.
  let port: UInt16
  private let socket: Int32

  /// Listens at any free port.
  init(answer: String?) throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 64) == 0
          && getsockname(socket, $0, &length) == 0
      }
    }
    guard isListening else { throw ServerProblem.connection(String(cString: strerror(errno))) }
    (self.socket, port) = (socket, UInt16(bigEndian: address.sin_port))
    Thread {
      while true {
        let client = accept(socket, nil, nil)
        if client < 0 { return }
        guard let answer else { continue }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        _ = recv(client, &buffer, buffer.count, 0)
        _ = send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
        close(client)
      }
    }.start()
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }
}
