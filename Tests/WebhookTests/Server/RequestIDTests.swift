import Foundation
import HTTPTypes
import Logging
import OwnThreads
import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@testable import Webhook

@Suite(.ownThread) struct RequestIDTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

  @Test(arguments: [
    "a", "0123456789abcdef", "7f3c-_.~:/+=", String(repeating: "x", count: 128),
  ])
  func `a caller's own name is kept`(_ name: String) {
    #expect(RequestID(stated: [name], traces: []).description == name)
    let parent = "00-\(Self.trace)-00f067aa0ba902b7-01"
    #expect(RequestID(stated: [name], traces: [parent]).description == name)
  }

  @Test(arguments: [
    [], [""], ["a b"], ["a\u{1B}[31m"], ["a\"b"], ["a, b"], ["ä"], ["a\nb"], ["a", "b"],
    [String(repeating: "x", count: 129)],
  ])
  func `what is no name is replaced by one that a trace can have`(_ stated: [String]) {
    let (id, other) = (
      RequestID(stated: stated, traces: []), RequestID(stated: stated, traces: [])
    )
    #expect(id.description.wholeMatch(of: #/[0-9a-f]{32}/#) != nil)
    // Random, and not one after the other.
    #expect(id.description.prefix(16) != other.description.prefix(16))
    let parent = "00-\(Self.trace)-00f067aa0ba902b7-01"
    #expect(RequestID(stated: stated, traces: [parent]).description == Self.trace)
  }

  @Test(arguments: [
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "ff-\(trace)-00f067aa0ba902b7-01",
    "00-\(trace)-00f067aa0ba902b7", "00-\(trace.uppercased())-00f067aa0ba902b7-01", "x",
  ])
  func `what is no trace names nothing`(_ parent: String) {
    #expect(!parent.lowercased().contains(RequestID(stated: [], traces: [parent]).description))
  }

  /// The value of a field in an answer as it came.
  private static func value(_ name: String, in answer: String) -> String? {
    answer.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      .map { String($0.split(separator: ":", maxSplits: 1)[1].drop { $0 == " " }) }
  }

  @Test func `answers, errors and what is refused at the head carry the request's name`()
    async throws
  {
    try await RunningServer.with(RunningServer.Setup()) { running in
      for path in ["/healthz", "/openapi.json"] {
        let answer = try await running.send("GET", path, fields: ["X-Request-Id": "mine-1"])
        #expect(answer.status == 200 && answer.fields["x-request-id"] == "mine-1")
      }
      for (method, path) in [("GET", "/none"), ("GET", "/metrics"), ("DELETE", "/healthz")] {
        let answer = try await running.send(method, path, fields: ["X-Request-Id": "mine-2"])
        #expect(answer.json["requestId"] as? String == "mine-2", "\(path)")
        #expect(answer.fields["x-request-id"] == "mine-2")
      }
      let new = try await running.send(
        "POST", "/v1/app-store/notifications", body: Array("{}".utf8),
        fields: ["X-Request-Id": "not a name"])
      let id = try #require(new.fields["x-request-id"])
      #expect(id.count == 32 && new.json["requestId"] as? String == id)
      let refused = RawConnection(port: running.port)
      refused.write("GET /healthz HTTP/1.1\r\nX-Request-Id: mine-3\r\n\r\n")
      let text = try #require(await refused.readToEnd())
      #expect(text.hasPrefix("HTTP/1.1 400") && text.contains("\"requestId\":\"mine-3\""))
      #expect(Self.value("X-Request-Id", in: text) == "mine-3")
    }
  }

  @Test func `each refusal is logged with its request, and said once a minute`() async throws {
    var setup = RunningServer.Setup()
    let log = LineList(level: .debug)
    setup.log = log
    try await RunningServer.with(setup) { running in
      for number in 1...3 {
        let answer = try await running.send(
          "POST", "/v1/google-play/notifications", body: Array("{}".utf8),
          fields: ["X-Request-Id": "push-\(number)"])
        #expect(answer.status == 401)
      }
      _ = try await running.send("GET", "/metrics", fields: ["X-Request-Id": "no-token"])
    }
    for name in ["push-1", "push-2", "push-3", "no-token"] {
      #expect(log.all.contains { $0.hasSuffix(" request=\(name)") || $0.contains("=\(name) ") })
    }
    let warnings = log.all.filter { $0.contains("(sender-unproven): the push token is not that") }
    #expect(warnings.count == 1, "\(log.all)")
  }

  @Test func `lines that are told while a request is worked on name it`() {
    let found = Mutex<[Logger.Metadata]>([])
    let logger = Logger(
      label: "test",
      factory: { _ in
        Keeper(found: { line in found.withLock { $0.append(line) } }, RequestID.provider)
      })
    let errors = ErrorLog(logger, uptime: { .zero })
    logger.warning("outside")
    RequestID.$current.withValue(RequestID(stated: ["mine"], traces: [])) {
      logger.warning("inside")
      errors.tell(.error, "the ledger cannot be asked")
    }
    #expect(found.withLock(\.self) == [[:], ["request": "mine"], ["request": "mine"]])
  }

  private struct Keeper: LogHandler {
    let found: @Sendable (Logger.Metadata) -> Void
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info

    init(found: @escaping @Sendable (Logger.Metadata) -> Void, _ provider: Logger.MetadataProvider?)
    {
      (self.found, metadataProvider) = (found, provider)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { found(metadataProvider?.get() ?? [:]) }
  }
}
