#if Postgres
  import Foundation
  import Synchronization

  /// A way over the network to a server, which a test can cut in silence.
  ///
  /// While it is cut, nothing comes through and nobody is told: what was sent is lost, and a new
  /// connection waits for its greeting. When it is mended, the connections of before are lost to
  /// both sides, as to machines that have given one another up.
  public final class NetworkPath: Sendable {
    private struct State {
      var isCut = false
      var connections: [Connection] = []
    }

    /// One connection, open as long as anybody passes something on.
    private final class Connection: Sendable {
      let client: Int32
      /// The end at the server; `nil` where the way was cut before it began.
      let server: Int32?

      init(client: Int32, server: Int32?) { (self.client, self.server) = (client, server) }

      func end() {
        for end in [client, server].compactMap(\.self) { shutdown(end, LocalSocket.both) }
      }

      deinit { for end in [client, server].compactMap(\.self) { close(end) } }
    }

    /// The port of this machine at which it begins.
    public let port: UInt16
    private let socket: LocalSocket
    private let state = Mutex(State())

    /// Lays a way to a server.
    ///
    /// - Throws: ``PostgresServer/Failure`` where no port is free.
    public init(to server: PostgresServer) throws {
      socket = try LocalSocket()
      port = socket.port
      let place = server.folder + "/.s.PGSQL.5432"
      socket.serve { [weak self] client in self?.take(client, to: place) }
    }

    deinit { mend() }

    /// Returns the settings of a connection that goes this way, for those of one that does not.
    public func over(_ conninfo: String) -> String {
      conninfo + " host=127.0.0.1 port=\(port) sslmode=disable gssencmode=disable"
    }

    /// Cuts the way.
    public func cut() { state.withLock { $0.isCut = true } }

    /// Mends the way for new connections.
    public func mend() {
      state.withLock { state in
        state.isCut = false
        for connection in state.connections { connection.end() }
        state.connections = []
      }
    }

    private var isCut: Bool { state.withLock(\.isCut) }

    private func take(_ client: Int32, to place: String) {
      let connection = Connection(
        client: client, server: isCut ? nil : LocalSocket.connect(to: place))
      state.withLock { $0.connections.append(connection) }
      guard let server = connection.server else { return }
      for (from, to) in [(client, server), (server, client)] {
        Thread { [weak self] in
          Self.pass(from, to) { self?.isCut ?? true }
          // An end that falls into the cut is told to nobody.
          if self?.isCut != true { connection.end() }
        }.start()
      }
    }

    /// Passes on what comes until one side ends.
    private static func pass(_ from: Int32, _ to: Int32, isCut: () -> Bool) {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(from, &bytes, bytes.count), count > 0 {
        if isCut() { continue }
        guard LocalSocket.send(bytes.prefix(count), to: to) else { return }
      }
    }
  }

  /// A socket at a port of this machine that listens.
  final class LocalSocket: Sendable {
    /// The argument with which both directions of a connection end.
    static let both = Int32(SHUT_RDWR)

    /// The port.
    let port: UInt16
    private let number: Int32

    /// Listens at any free port.
    init() throws {
      number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let (number, size) = (number, length)
      let isHeard = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
          bind(number, plain, size) == 0 && listen(number, 64) == 0
            && getsockname(number, plain, &length) == 0
        }
      }
      port = UInt16(bigEndian: address.sin_port)
      guard isHeard else { throw PostgresServer.Failure("No port is free (error \(errno)).") }
    }

    deinit { shutdown(number, Self.both) }

    /// Calls a closure with each new connection, on a thread of its own.
    func serve(_ take: @escaping @Sendable (Int32) -> Void) {
      Thread { [number] in
        while case let client = accept(number, nil, nil), client >= 0 { take(client) }
        close(number)
      }.start()
    }

    /// Connects to a socket in a folder; `nil` where nobody listens.
    static func connect(to path: String) -> Int32? {
      let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let isThere = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(number, $0, size) == 0
        }
      }
      if !isThere { close(number) }
      return isThere ? number : nil
    }

    /// Sends bytes; `false` where the other side has ended.
    static func send(_ bytes: ArraySlice<UInt8>, to number: Int32) -> Bool {
      bytes.withUnsafeBytes {
        Foundation.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
      }
    }
  }
#endif
