#if Postgres
  import EventLedger
  import Foundation
  import OwnThreads
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres
  @testable import PostgresServer

  @Suite(.ownThread) struct `The versions of server and client library` {
    @Test func `the client library is one with pipelines`() throws {
      // Pipelines came with libpq 14: https://www.postgresql.org/docs/14/release-14.html
      let major = try #require(ClientLibrary.version.split(separator: ".").first.map { Int($0) })
      #expect(try #require(major) >= 14)
    }

    @Test(arguments: [
      (90_624, "9.6.24"), (100_023, "10.23"), (140_009, "14.9"), (149_999, "14.9999"),
    ])
    func `a server that is too old is refused with the versions`(number: Int32, text: String) {
      #expect(
        PostgresVersion(number: number).refusal
          == "the server is PostgreSQL \(text), and a ledger needs 15 or later")
    }

    @Test(arguments: [150_000, 150_020, 160_004, 180_001] as [Int32])
    func `a later one is not`(number: Int32) {
      #expect(PostgresVersion(number: number).refusal == nil)
    }

    @Test func `whoever opens a ledger on an old server is told`() throws {
      let server = try OldServer(version: "14.9")
      let location = "postgres://churn@127.0.0.1:\(server.port)/churn"
      let old = LedgerError.unavailable(
        location: location, detail: "the server is PostgreSQL 14.9, and a ledger needs 15 or later")
      #expect(throws: old) { try PostgresLedger(conninfo: server.conninfo, policy: .standard) }
      #expect(throws: old) { try LedgerRoles(server.conninfo, prefix: "churntop") }
    }
  }

  /// A server that says its version to whoever connects, and nothing else.
  private final class OldServer {
    let port: UInt16
    private let socket: LocalSocket

    var conninfo: String {
      "host=127.0.0.1 port=\(port) user=churn dbname=churn sslmode=disable gssencmode=disable"
    }

    init(version: String) throws {
      socket = try LocalSocket()
      port = socket.port
      let status = Array("server_version\0\(version)\0".utf8)
      let greeting =
        Self.message("R", [0, 0, 0, 0]) + Self.message("S", status) + Self.message("Z", [0x49])
      socket.serve { client in
        var words = [UInt8](repeating: 0, count: 1_024)
        if read(client, &words, words.count) > 0 {
          _ = LocalSocket.send(greeting[...], to: client)
        }
        // It waits for the end of the conversation.
        while read(client, &words, words.count) > 0 {}
        close(client)
      }
    }

    /// A message of the protocol: its letter, its length and what it says.
    private static func message(_ letter: Character, _ body: [UInt8]) -> [UInt8] {
      let length = withUnsafeBytes(of: UInt32(body.count + 4).bigEndian) { Array($0) }
      return Array(letter.utf8) + length + body
    }
  }
#endif
