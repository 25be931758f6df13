/// The exchange rates of one day, by which amounts are brought to one report currency.
///
/// An amount without a rate stays in its own currency; it is never counted as zero.
public struct ExchangeRates: Hashable, Sendable {
  /// The report currency, as an ISO 4217 code.
  public let currency: String
  /// The day of the rates, which is shown with every converted amount.
  public let date: CivilDate
  /// The units of each currency that one unit of the report currency buys, in billionths; as the
  /// European Central Bank states the euro's reference rates.
  public let rates: [String: Int64]
  /// A Boolean value that indicates whether the rates are made up, as those of the demo are.
  public var isInvented = false

  /// Creates rates; those that are not positive are left out.
  ///
  /// Where the report currency has a rate of its own, the rates are those of another base, as most
  /// services give the dollar's, and are divided by it.
  public init(currency: String, date: CivilDate, rates: [String: Int64]) {
    (self.currency, self.date) = (currency, date)
    let own = Int128(rates[currency].flatMap { $0 > 0 ? $0 : nil } ?? Self.scale)
    var based = rates.compactMapValues { rate -> Int64? in
      guard rate > 0 else { return nil }
      let divided = Int64(clamping: (Int128(rate) * Int128(Self.scale) + own / 2) / own)
      return divided > 0 ? divided : nil
    }
    based[currency] = Self.scale
    self.rates = based
  }

  /// The number of billionths in one.
  public static let scale: Int64 = 1_000_000_000

  /// Parses a rate such as `1.0834` in billionths: at most nine digits on each side of the point;
  /// `nil` for any other text and for zero.
  public static func rate(_ text: String) -> Int64? {
    DecimalText.parse(text, whole: 9, decimals: 9).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns an amount in the report currency, rounded half away from zero to the millionth;
  /// `nil` without a rate, and for an amount beyond 64 bits.
  public func converted(_ amount: Money) -> Money? {
    guard let rate = rates[amount.currency] else { return nil }
    let product = Int128(amount.micros) * Int128(Self.scale)
    let half = Int128(rate / 2)
    let rounded = (product < 0 ? product - half : product + half) / Int128(rate)
    return Int64(exactly: rounded).map { Money(micros: $0, currency: currency) }
  }

  /// Returns sums by currency as one sum in the report currency, followed by the sums without a
  /// rate in the order of their codes.
  public func converted(_ sums: [String: Int64]) -> [Money] {
    var total = MoneySums()
    var others: [Money] = []
    for (code, micros) in sums.sorted(by: { $0.key < $1.key }) {
      let amount = Money(micros: micros, currency: code)
      if let converted = converted(amount) { total.add(converted) } else { others.append(amount) }
    }
    return total.micros.map { Money(micros: $0.value, currency: $0.key) } + others
  }

  /// Returns sums by currency with all that has a rate in the report currency; the others stay in
  /// their own.
  func totals(_ sums: [String: Int64]) -> [String: Int64] {
    converted(sums).reduce(into: MoneySums()) { $0.add($1) }.micros
  }

  /// Returns a Boolean value that indicates whether sums by currency have one that a rate brings to
  /// the report currency.
  public func changes(_ sums: [String: Int64]) -> Bool {
    sums.keys.contains { $0 != currency && rates[$0] != nil }
  }

  /// Finds the rates that seem to be the wrong way round: they differ from known ones by a factor
  /// above ten, and turned round by one of three at most.
  ///
  /// - Parameter known: Rates of any day and any report currency.
  /// - Returns: The currencies, in the order of their codes.
  public func turnedRound(comparedWith known: ExchangeRates) -> [String] {
    guard known.rates[currency] != nil else { return [] }
    let usual = ExchangeRates(currency: currency, date: known.date, rates: known.rates).rates
    func areWithin(_ factor: Int128, _ left: Int128, _ right: Int128) -> Bool {
      left <= right * factor && right <= left * factor
    }
    return rates.compactMap { code, rate in
      guard let usual = usual[code] else { return nil }
      let turned = Int128(Self.scale) * Int128(Self.scale) / Int128(rate)
      let isTurned =
        !areWithin(10, Int128(rate), Int128(usual)) && areWithin(3, turned, Int128(usual))
      return isTurned ? code : nil
    }.sorted()
  }

  /// The sentence that is beside amounts in the report currency.
  public var sentence: String {
    "Amounts are in \(currency) at the \(isInvented ? "invented " : "")rates of \(date.iso8601); "
      + "money that is unknown is in none."
  }
}
