import SubscriptionCore

/// Days are packed into one list of numbers, most of them a byte each, since a subscription may
/// have renewals of many years: days as differences, amounts only where they differ from the one
/// before.
extension SubscriptionDays: Fields {
  static var blank: SubscriptionDays { SubscriptionDays() }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    var packer = DaysPacker()
    if type(of: visitor).keepsValues { packer.pack(self) }
    let currencies = visitor.texts(1, packer.currencies.isEmpty ? nil : packer.currencies) ?? []
    let numbers = visitor.numbers(2, packer.numbers)
    if type(of: visitor).keepsValues { return }
    var unpacker = DaysUnpacker(numbers, currencies)
    if let days = unpacker.days() { self = days } else { visitor.missing(2) }
  }
}

/// Packs days into numbers.
private struct DaysPacker {
  private(set) var numbers: [UInt64] = []
  private(set) var currencies: [String] = []
  private var day = 0
  private var amount: Money?

  /// The tags of an amount: unknown, that before, or another one, whose currency and millionths
  /// follow.
  enum Tag {
    static let unknown: UInt64 = 0
    static let same: UInt64 = 1
    static let other: UInt64 = 2
    static let bits: UInt64 = 2
  }

  mutating func pack(_ days: SubscriptionDays) {
    numbers.reserveCapacity(
      5 + days.renewals.count + 3 * days.standings.count + days.refunds.count + days.ends.count)
    begin(days.started == nil ? 0 : 1)
    if let started = days.started { append(started, 0, bits: 0) }
    begin(days.standings.count)
    for standing in days.standings {
      append(standing.day, UInt64(standing.state.place), bits: 4, standing.mrr)
    }
    begin(days.renewals.count)
    for renewal in days.renewals { append(renewal.day, 0, bits: 0, renewal.amount) }
    begin(days.refunds.count)
    for day in days.refunds { append(day, 0, bits: 0) }
    begin(days.ends.count)
    for end in days.ends {
      append(end.day, end.cause.map { $0 == .voluntary ? 1 : 2 } ?? 0, bits: 2)
    }
    // Most have none of these, and then there is no list.
    if days.firstPayments.isEmpty, days.exemptSince == nil { return }
    begin(days.firstPayments.count)
    for day in days.firstPayments { append(day, 0, bits: 0) }
    guard let exemptSince = days.exemptSince else { return }
    begin(1)
    append(exemptSince, 0, bits: 0)
  }

  private mutating func begin(_ count: Int) {
    numbers.append(UInt64(count))
    (day, amount) = (0, nil)
  }

  /// Appends a day and a few bits.
  private mutating func append(_ next: Int, _ extra: UInt64, bits: UInt64) {
    numbers.append(UInt64(bitPattern: Int64(next &- day)) << bits | extra)
    day = next
  }

  /// Appends a day, a few bits and an amount.
  private mutating func append(_ next: Int, _ extra: UInt64, bits: UInt64, _ money: Money?) {
    guard let money else {
      return append(next, extra << Tag.bits | Tag.unknown, bits: bits + Tag.bits)
    }
    guard money != amount else {
      return append(next, extra << Tag.bits | Tag.same, bits: bits + Tag.bits)
    }
    append(next, extra << Tag.bits | Tag.other, bits: bits + Tag.bits)
    let known = currencies.firstIndex(of: money.currency)
    if known == nil { currencies.append(money.currency) }
    numbers.append(UInt64(known ?? currencies.count - 1))
    numbers.append(UInt64(bitPattern: money.micros << 1 ^ money.micros >> 63))
    amount = money
  }
}

/// Unpacks days from numbers; `nil` where they do not fit.
private struct DaysUnpacker {
  private let numbers: [UInt64]
  private let currencies: [String]
  private var place = 0
  private var day = 0
  private var amount: Money?

  init(_ numbers: [UInt64], _ currencies: [String]) {
    (self.numbers, self.currencies) = (numbers, currencies)
  }

  mutating func days() -> SubscriptionDays? {
    guard !numbers.isEmpty else { return SubscriptionDays() }
    var days = SubscriptionDays()
    guard let starts = begin() else { return nil }
    for _ in 0..<starts {
      guard let (day, _) = plain(bits: 0) else { return nil }
      days.started = day
    }
    guard let standings = begin() else { return nil }
    days.standings.reserveCapacity(standings)
    for _ in 0..<standings {
      guard let (day, extra, mrr) = dated(bits: 4) else { return nil }
      guard let state = SubscriptionState(place: Int(extra)) else { return nil }
      days.standings.append(SubscriptionDays.Standing(day: day, state: state, mrr: mrr))
    }
    guard let renewals = begin() else { return nil }
    days.renewals.reserveCapacity(renewals)
    for _ in 0..<renewals {
      guard let (day, _, amount) = dated(bits: 0) else { return nil }
      days.renewals.append(SubscriptionDays.Renewal(day: day, amount: amount))
    }
    guard let refunds = begin() else { return nil }
    for _ in 0..<refunds {
      guard let (day, _) = plain(bits: 0) else { return nil }
      days.refunds.append(day)
    }
    guard let ends = begin() else { return nil }
    for _ in 0..<ends {
      guard let (day, extra) = plain(bits: 2) else { return nil }
      let cause: ChurnCause? = extra == 0 ? nil : extra == 1 ? .voluntary : .involuntary
      days.ends.append(SubscriptionDays.End(day: day, cause: cause))
    }
    guard place < numbers.count else { return days }
    guard let firstPayments = begin() else { return nil }
    for _ in 0..<firstPayments {
      guard let (day, _) = plain(bits: 0) else { return nil }
      days.firstPayments.append(day)
    }
    guard place < numbers.count else { return days }
    guard begin() == 1, let (exemptSince, _) = plain(bits: 0) else { return nil }
    days.exemptSince = exemptSince
    return days
  }

  private mutating func next() -> UInt64? {
    guard place < numbers.count else { return nil }
    place += 1
    return numbers[place - 1]
  }

  private mutating func signed() -> Int64? {
    next().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }

  /// Begins a list, and returns the number of its elements, which is at most that of the numbers.
  private mutating func begin() -> Int? {
    guard let count = next(), count <= UInt64(numbers.count) else { return nil }
    (day, amount) = (0, nil)
    return Int(count)
  }

  private mutating func plain(bits: UInt64) -> (day: Int, extra: UInt64)? {
    guard let number = next() else { return nil }
    day &+= Int(Int64(bitPattern: number) >> Int64(bits))
    return (day, number & (1 << bits - 1))
  }

  private mutating func dated(bits: UInt64) -> (day: Int, extra: UInt64, amount: Money?)? {
    guard let (day, extra) = plain(bits: bits + DaysPacker.Tag.bits) else { return nil }
    let rest = extra >> DaysPacker.Tag.bits
    switch extra & (1 << DaysPacker.Tag.bits - 1) {
    case DaysPacker.Tag.unknown: return (day, rest, nil)
    case DaysPacker.Tag.same: return (day, rest, amount)
    default:
      guard let index = next(), index < UInt64(currencies.count), let micros = signed() else {
        return nil
      }
      amount = Money(micros: micros, currency: currencies[Int(index)])
      return (day, rest, amount)
    }
  }
}

extension SubscriptionState {
  /// The place of the state among all; rows are rewritten where that order changes.
  fileprivate var place: Int { SubscriptionState.allCases.firstIndex(of: self) ?? 0 }

  fileprivate init?(place: Int) {
    guard SubscriptionState.allCases.indices.contains(place) else { return nil }
    self = SubscriptionState.allCases[place]
  }
}
