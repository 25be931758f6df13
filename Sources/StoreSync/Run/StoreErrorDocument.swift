import Foundation

/// An error answer of a store, in the form in which the store writes it.
struct StoreErrorDocument {
  /// The status of the answer.
  var code: Int
  /// The store's message.
  var message: String

  /// `{"error": {"code", "message"}}` (<https://cloud.google.com/apis/design/errors>).
  var google: [UInt8] { Self.encoded(["error": Inner(code: code, message: message)]) }

  /// `{"errorCode", "errorMessage"}`
  /// (<https://developer.apple.com/documentation/appstoreserverapi/error-codes>).
  var appStore: [UInt8] { Self.encoded(Apple(errorCode: code, errorMessage: message)) }

  private struct Inner: Encodable {
    var code: Int
    var message: String
  }

  private struct Apple: Encodable {
    var errorCode: Int
    var errorMessage: String
  }

  private static func encoded(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(value)).map { Array($0) } ?? []
  }
}
