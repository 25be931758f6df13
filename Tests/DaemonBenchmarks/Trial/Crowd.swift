import ArgumentParser
import Foundation
import Glibc
import Synchronization

/// Clients that do the same over and over, each in a thread of its own.
final class Crowd: Sendable {
  private let state = Mutex(State())
  private let group = DispatchGroup()

  private struct State {
    var isOver = false
    var clients: [Int: LoadClient] = [:]
  }

  /// Begins with so many clients.
  ///
  /// - Parameters:
  ///   - port: Where they connect to.
  ///   - count: How many there are.
  ///   - pause: How long each rests after a step, in seconds.
  ///   - step: What a client does in its steps on a connection, counted from 0; `false` where the
  ///     connection ended.
  init(
    port: UInt16, count: Int, pause: Double = 0,
    step: @escaping @Sendable (LoadClient, Int) -> Bool
  ) {
    for number in 0..<count {
      group.enter()
      let thread = Thread { [self] in
        while connect(number, port, pause, step) { usleep(20_000) }
        group.leave()
      }
      thread.stackSize = 256 << 10
      thread.start()
    }
  }

  /// Lets one client do its steps on one connection; `false` once all is over.
  private func connect(
    _ number: Int, _ port: UInt16, _ pause: Double, _ step: (LoadClient, Int) -> Bool
  ) -> Bool {
    guard !state.withLock(\.isOver) else { return false }
    guard let client = try? LoadClient(port: port) else { return true }
    state.withLock { $0.clients[number] = client }
    var count = 0
    while !state.withLock(\.isOver), step(client, count) {
      count += 1
      if pause > 0 { usleep(UInt32(pause * 1e6)) }
    }
    return true
  }

  /// Ends all of them.
  func end() {
    state.withLock { state in
      state.isOver = true
      for client in state.clients.values { client.cut() }
    }
    group.wait()
  }
}

/// How often each status was answered.
final class Tally: Sendable {
  private let counts = Mutex<[Int: Int]>([:])

  /// The statuses; 0 for no answer.
  var statuses: [Int: Int] { counts.withLock { $0 } }

  /// Counts an answer.
  func note(_ status: Int) { counts.withLock { $0[status, default: 0] += 1 } }
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

/// A proxy in front of the daemon, configured as the README says, or none.
final class TrialProxy {
  /// The proxies that can stand there.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case none, caddy, nginx
  }

  /// The port to connect to.
  let port: UInt16
  /// How it is named behind what is reported.
  let name: String
  private let process: Process?

  /// Whether nothing stands before the daemon.
  var isDirect: Bool { process == nil }

  /// Starts a proxy and waits until it listens.
  ///
  /// - Throws: ``ServerProblem`` where it does not.
  init(_ kind: Kind, folder: TrialFolder, to port: UInt16) throws {
    name = kind == .none ? "" : " through \(kind.rawValue)"
    guard kind != .none else {
      (self.port, process) = (port, nil)
      return
    }
    self.port = 20_000 + port % 10_000
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = try Self.command(kind, folder, from: self.port, to: port)
    process.environment = ["PATH": "/usr/bin:/usr/sbin:/bin", "HOME": folder.path]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    self.process = process
    for _ in 0..<200 where (try? LoadClient(port: self.port)) == nil { usleep(20_000) }
    guard (try? LoadClient(port: self.port)) != nil else {
      throw ServerProblem.notStarted(kind.rawValue)
    }
  }

  private static func command(
    _ kind: Kind, _ folder: TrialFolder, from port: UInt16, to target: UInt16
  ) throws -> [String] {
    switch kind {
    case .none: return []
    case .caddy:
      try folder.write(
        "Caddyfile",
        """
        {
          admin off
        }
        http://:\(port) {
          reverse_proxy 127.0.0.1:\(target)
        }

        """)
      return ["caddy", "run", "--adapter", "caddyfile", "--config", folder.file("Caddyfile")]
    case .nginx:
      try folder.write(
        "nginx.conf",
        """
        daemon off; pid \(folder.file("nginx.pid")); error_log /dev/null;
        events { worker_connections 2048; }
        http { access_log off; server { listen 127.0.0.1:\(port); location / {
          proxy_pass http://127.0.0.1:\(target);
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        } } }
        """)
      return ["nginx", "-p", folder.path, "-c", folder.file("nginx.conf")]
    }
  }

  /// Stops it.
  func end() {
    guard let process else { return }
    process.terminate()
    process.waitUntilExit()
  }

  deinit { end() }
}
