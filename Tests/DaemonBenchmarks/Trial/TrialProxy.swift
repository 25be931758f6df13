import ArgumentParser
import Foundation
import Glibc

/// A proxy in front of the daemon, configured as the set-up article says, or none.
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
          grace_period 2s
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

  /// Stops it; by force where it waits longer for its clients than they live.
  func end() {
    guard let process, process.isRunning else { return }
    process.terminate()
    for _ in 0..<500 where process.isRunning { usleep(20_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  deinit { end() }
}
