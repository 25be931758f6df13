/// What is wrong with a payload, and where in it.
struct Fault: Error {
  var error: PayloadError
  /// A path such as `data.signedTransactionInfo`; empty for none.
  var field: String

  init(_ error: PayloadError, at field: String = "") { (self.error, self.field) = (error, field) }

  /// The same fault of a text that is nested in a field of another.
  func nested(in outer: String) -> Fault {
    if outer.isEmpty { return self }
    return Fault(error, at: field.isEmpty ? outer : outer + "." + field)
  }
}
