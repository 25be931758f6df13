extension SubscriberField {
  /// The definition of a field of an end or of a refund; a row has as many values as there were.
  var lossEntry: Definition {
    switch self {
    case .churnedAt:
      Definition(
        .age, "churned", of: .end,
        help: "How long ago it ended, also where it came back since, or the date.")
    case .churnCause:
      Definition(
        .choice, "churn", choices: .causes, of: .end,
        help: "The cause of an end, also of one after which it came back.")
    case .refundedAt:
      Definition(
        .age, "refunded", of: .refund, help: "How long ago a payment was refunded, or the date.")
    case _: preconditionFailure("\(self) is no field of an end or of a refund")
    }
  }
}

extension SubscriptionEnd: FilterSubject {
  /// Returns the end's value in a field of ends; missing in any other field.
  public func value(of field: SubscriberField) -> SubscriberField.Value {
    switch field {
    case .churnedAt: .instant(at)
    case .churnCause: .choice(cause)
    case _: field.missing
    }
  }
}

extension Refund: FilterSubject {
  /// Returns the refund's value in a field of refunds; missing in any other field.
  public func value(of field: SubscriberField) -> SubscriberField.Value {
    field == .refundedAt ? .instant(at) : field.missing
  }
}
