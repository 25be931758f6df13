import Foundation

/// The content of an error response, in the formats of both stores and of OAuth.
struct StoreErrorBody: Hashable, Sendable {
  /// Every error code: Apple's number, Google's reasons and status, OAuth's error.
  var codes: [String] = []
  /// The message, as one line of bounded length without control characters.
  var message: String?
  /// A Boolean value that indicates whether no store wrote the body: it is neither empty nor JSON.
  var isForeign = false

  /// Parses a body; a body that is no error response has neither codes nor message.
  init(_ body: [UInt8]) {
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(body)) else {
      isForeign = !body.isEmpty
      return
    }
    var words = answer.errorMessage
    if let code = answer.errorCode { codes.append(String(code)) }
    switch answer.error {
    case .google(let error):
      codes += (error.errors ?? []).compactMap(\.reason) + [error.status].compactMap(\.self)
      words = error.message
    case .oauth(let name):
      codes.append(name)
      words = [name, answer.error_description].compactMap(\.self).joined(separator: ": ")
    case nil: break
    }
    message = words.map(Self.tame)
  }

  /// Sanitizes a foreign text for a log line.
  private static func tame(_ text: String) -> String {
    let line = String(
      text.unicodeScalars.prefix(200).map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: " "
        default: Character(scalar)
        }
      })
    // The message becomes a part of a sentence.
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  private struct Answer: Decodable {
    var errorCode: Int64?
    var errorMessage: String?
    var error: GoogleOrOAuth?
    var error_description: String?
  }

  private struct GoogleError: Decodable {
    var message: String?
    var status: String?
    var errors: [Item]?

    struct Item: Decodable { var reason: String? }
  }

  private enum GoogleOrOAuth: Decodable {
    case google(GoogleError)
    case oauth(String)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let name = try? value.decode(String.self) {
        self = .oauth(name)
      } else {
        self = .google(try value.decode(GoogleError.self))
      }
    }
  }
}
