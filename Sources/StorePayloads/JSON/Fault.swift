/// An error in a payload, with its field.
struct Fault: Error {
  var error: PayloadError
  /// The path of the field, such as `data.signedTransactionInfo`; empty for none.
  var field: String

  init(_ error: PayloadError, at field: String = "") { (self.error, self.field) = (error, field) }

  /// Returns the same fault for a text that is nested in a field of another.
  func nested(in outer: String) -> Fault {
    if outer.isEmpty { return self }
    return Fault(error, at: field.isEmpty ? outer : outer + "." + field)
  }
}
