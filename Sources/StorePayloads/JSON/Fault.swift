import PlainText

/// An error in a payload, with its field.
struct Fault: Error {
  var error: PayloadError
  /// The path of the field, such as `data.signedTransactionInfo`; empty for none.
  var field: String
  /// A Boolean value that indicates whether the store proved to have sent what is at fault.
  var isProven = false

  init(_ error: PayloadError, at field: String = "") { (self.error, self.field) = (error, field) }

  /// Returns the same fault for a text that is nested in a field of another.
  func nested(in outer: String) -> Fault { Fault(error, at: Self.path(of: field, in: outer)) }

  /// Returns the path of a field of a value that is nested in a field of another.
  static func path(of field: String, in outer: String) -> String {
    if outer.isEmpty || field.isEmpty { return outer + field }
    return outer + (field.hasPrefix("[") ? "" : ".") + field
  }

  /// Calls a closure that knows no field, and throws its error as a fault.
  static func converting<Result>(
    _ body: () throws(PayloadError) -> Result
  ) throws(Fault) -> Result {
    do throws(PayloadError) { return try body() } catch { throw Fault(error) }
  }
}

extension PayloadError {
  /// Creates the error of a document that is not JSON.
  init(_ fault: JSONFault) {
    self = .document(
      fault.problem == .tooLong
        ? .tooLong(limit: JSONDocument.bytesMax)
        : .malformed(fault.problem, offset: fault.offset))
  }
}

extension JSONDocument {
  /// Scans a text, and throws the error of a payload.
  static func payload(_ text: UnsafeBufferPointer<UInt8>) throws(PayloadError) -> JSONDocument {
    do throws(JSONFault) { return try JSONDocument(text) } catch { throw PayloadError(error) }
  }

  /// Scans a text that is a document by itself, and throws a fault of the document.
  static func scan(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) -> JSONDocument {
    try Fault.converting { () throws(PayloadError) in try payload(text) }
  }
}
