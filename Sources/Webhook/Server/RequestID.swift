import HTTPTypes
import Logging
import NIOHTTP1
import PlainText

/// The identifier of a request, which its answer, its error and its log lines share.
///
/// A caller may set it by `X-Request-Id`; otherwise it is the identifier of the trace
/// (`traceparent`, <https://www.w3.org/TR/trace-context/#trace-id>), or a new one of the same form,
/// which is random, so that no one can tell from theirs those of others or how many there are.
/// A value that is too long, or has characters that could do harm in a log or on a terminal, is
/// ignored.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  /// The identifier: 1 to 128 characters of letters, digits and `-._~:/+=`.
  public let description: String

  /// The identifier of the request of the current task.
  @TaskLocal public static var current: RequestID?

  /// The header field of a request and its answer.
  static let field = "X-Request-Id"
  /// The same, as header fields of answers have it.
  static let fieldName = HTTPField.Name(field)
  private static let traceField = "traceparent"
  private static let traceFieldName = HTTPField.Name(traceField)
  static let lengthMax = 128

  /// Creates the identifier of a request from every value of `X-Request-Id` and of `traceparent`.
  init(stated: [String], traces: [String]) {
    if stated.count == 1, Self.isName(stated[0]) {
      description = stated[0]
    } else if traces.count == 1, let trace = Self.trace(in: traces[0]) {
      description = trace
    } else {
      description = UInt128.random(in: 1...UInt128.max).hexadecimal
    }
  }

  /// Creates the identifier of a request from its head.
  init(_ head: HTTPRequestHead) {
    self.init(stated: head.headers[Self.field], traces: head.headers[Self.traceField])
  }

  /// Creates the identifier of a request from its header fields.
  init(_ fields: HTTPFields) {
    self.init(
      stated: Self.fieldName.map { fields[values: $0] } ?? [],
      traces: Self.traceFieldName.map { fields[values: $0] } ?? [])
  }

  /// The metadata provider that adds the identifier to every log line.
  public static let provider = Logger.MetadataProvider {
    current.map { ["request": .string($0.description)] } ?? [:]
  }

  /// A Boolean value that indicates whether a text can be an identifier.
  static func isName(_ text: String) -> Bool {
    (1...lengthMax).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._~:/+=".utf8.contains(byte)
        }
      }
  }

  /// The trace's identifier in a `traceparent`; `nil` where it is none.
  private static func trace(in text: String) -> String? {
    guard let found = text.wholeMatch(of: #/[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/#)
    else { return nil }
    return found.1.allSatisfy { $0 == "0" } || text.hasPrefix("ff") ? nil : String(found.1)
  }
}
