/// Amounts are compared within one currency: `mrr>=5usd`, or `mrr>=5` beside `currency:usd`.
extension FilterParser {
  /// Records an amount without a currency, unless it is zero, which is the same in every currency.
  mutating func note(_ value: FilterValue, of field: SubscriberField, at offset: Int) {
    if value.isBareAmount, field.isMoney { bareAmounts.append((offset, field)) }
  }

  /// Throws an error if neither an amount nor a term combined with it names a currency.
  func checkAmounts(_ filter: Filter) throws(FilterError) {
    guard !bareAmounts.isEmpty else { return }
    var seen = 0
    guard let place = filter.firstOpenAmount(isNamed: false, seen: &seen) else { return }
    let (offset, field) = bareAmounts[min(place, bareAmounts.count - 1)]
    let amount = String(
      String.UnicodeScalarView(
        scalars[offset...].prefix { !FilterParser.endsWord($0) && $0 != "," }))
    throw FilterError(
      offset: offset,
      text: "\(field.name) compares amounts of one currency; write \(amount)usd, \(amount)jpy or "
        + "another code, or add currency:usd")
  }
}

extension FilterValue {
  /// A Boolean value that indicates whether it is an amount other than zero without a currency.
  fileprivate var isBareAmount: Bool {
    if case .number(let millionths) = self { return millionths != 0 }
    return false
  }
}

extension Filter {
  /// Returns the index of the first amount without a currency that no adjacent term supplies, in
  /// the order of the text; `nil` if there is none.
  fileprivate func firstOpenAmount(isNamed: Bool, seen: inout Int) -> Int? {
    switch self {
    case .all, .text, .pattern: return nil
    case .not(let inner): return inner.firstOpenAmount(isNamed: isNamed, seen: &seen)
    case .or(let parts): return parts.firstOpenAmount(isNamed: isNamed, seen: &seen)
    case .and(let parts):
      let names = isNamed || parts.contains(where: \.namesCurrency)
      return parts.firstOpenAmount(isNamed: names, seen: &seen)
    case .field(let field, let test):
      guard field.isMoney else { return nil }
      let values: [FilterValue] =
        switch test {
        case .any(let values): values
        case .compare(_, let value): [value]
        case .contains, .matches: []
        }
      let bare = values.count(where: \.isBareAmount)
      defer { seen += bare }
      return bare > 0 && !isNamed ? seen : nil
    }
  }

  /// A Boolean value that indicates whether only rows of one currency satisfy the filter, so that
  /// their amounts can be compared.
  public var namesCurrency: Bool {
    switch self {
    case .field(.currency, .any(let values)):
      if values.count == 1, case .text = values[0] { return true }
      return false
    case .and(let parts): return parts.contains(where: \.namesCurrency)
    case .all, .or, .not, .field, .text, .pattern: return false
    }
  }
}

extension [Filter] {
  fileprivate func firstOpenAmount(isNamed: Bool, seen: inout Int) -> Int? {
    for part in self {
      if let place = part.firstOpenAmount(isNamed: isNamed, seen: &seen) { return place }
    }
    return nil
  }
}
