import HTTPTypes
import Logging
import NIOHTTP1

/// The name of one request, which its answer, its error and its lines of the log share.
///
/// A caller may name its request by `X-Request-Id`; where it does not, the request has the name of
/// its trace (`traceparent`, <https://www.w3.org/TR/trace-context/#trace-id>), or else a new one in
/// the form of a trace's. What is too long, or could be anything but a name in a log or on a
/// terminal, counts as no name.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  /// The name: 1 to 128 characters of letters, digits and `-._~:/+=`.
  public let description: String

  /// The request that is worked on.
  @TaskLocal public static var current: RequestID?

  /// The header field that names a request and its answer.
  static let field = "X-Request-Id"
  private static let traceField = "traceparent"
  static let lengthMax = 128

  /// Names a request by the values of its header fields.
  ///
  /// - Parameters:
  ///   - stated: Every value of `X-Request-Id`.
  ///   - traces: Every value of `traceparent`.
  init(stated: [String], traces: [String]) {
    if stated.count == 1, Self.isName(stated[0]) {
      description = stated[0]
    } else if traces.count == 1, let trace = Self.trace(in: traces[0]) {
      description = trace
    } else {
      description = Self.hex(.random(in: 0...UInt64.max)) + Self.hex(.random(in: 0...UInt64.max))
    }
  }

  /// Names a request by its head.
  init(_ head: HTTPRequestHead) {
    self.init(stated: head.headers[Self.field], traces: head.headers[Self.traceField])
  }

  /// Names a request by its header fields.
  init(_ fields: HTTPFields) {
    self.init(
      stated: HTTPField.Name(Self.field).map { fields[values: $0] } ?? [],
      traces: HTTPField.Name(Self.traceField).map { fields[values: $0] } ?? [])
  }

  /// Names the request that is worked on in every line of a log.
  public static let provider = Logger.MetadataProvider {
    current.map { ["request": .string($0.description)] } ?? [:]
  }

  /// Whether a text can be a name.
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

  private static func hex(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
