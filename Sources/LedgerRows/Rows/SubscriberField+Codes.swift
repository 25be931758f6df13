import SubscriptionCore

extension SubscriberField {
  /// The name of the column that holds the value; others begin with it.
  public var columnName: String { "\(self)" }

  /// The choices in the order of the numbers that stand for them in a database.
  public var codedChoices: [String] {
    definition.type == .truth ? ["no", "yes"] : choices.map(\.name)
  }

  /// Returns the number that stands for a choice in a database.
  public func code(of choice: String) -> Int64 { Int64(codedChoices.firstIndex(of: choice) ?? -1) }
}

extension SubscriptionState {
  /// The number that stands for the state in a database.
  public var code: Int64 { SubscriberField.state.code(of: rawValue) }
}
