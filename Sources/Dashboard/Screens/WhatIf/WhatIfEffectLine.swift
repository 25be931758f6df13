import SubscriptionCore

/// A line of the panel with the effect of a candidate, the most telling first.
enum WhatIfEffectLine: Hashable, Sendable {
  /// The heading of the lines below, in many words and in few.
  case heading(String, brief: String)
  /// A figure under both policies.
  case figure(WhatIfReport.Line)
  /// The unpaid access that each additional recovery in grace costs.
  case cost(Duration?)

  /// The figures that decide, in order.
  private static let decisive: [WhatIfReport.Line.Subject] = [
    .recovered, .recoveredInGrace, .unpaidAccess, .prompts, .p95Prompts, .capped,
  ]

  /// The lines of a report: what is held fixed, what is to be expected, money, and the rest.
  static func all(of report: WhatIfReport) -> [WhatIfEffectLine] {
    let fixed = report.fixedLines
    let first = decisive.flatMap { subject in fixed.filter { $0.subject == subject } }
    let rest = fixed.filter { !decisive.contains($0.subject) && $0.subject != .revenue }
    let expected = report.expectedLines
    var lines = [heading("SAME PAYMENT DAYS", brief: "SAME PAYMENTS")]
    for line in first {
      lines.append(.figure(line))
      if line.subject == .unpaidAccess { lines.append(.cost(report.costOfOneRecoveryInGrace)) }
    }
    lines.append(heading("EXPECTED, 95 % BAND", brief: "EXPECTED, 95 %"))
    lines += expected.filter { $0.subject != .revenue }.map(WhatIfEffectLine.figure)
    lines.append(heading("REVENUE, SAME PAYMENT DAYS", brief: "REVENUE, SAME"))
    lines += fixed.filter { $0.subject == .revenue }.map(WhatIfEffectLine.figure)
    lines.append(heading("REVENUE, EXPECTED", brief: "REVENUE, EXP."))
    lines += expected.filter { $0.subject == .revenue }.map(WhatIfEffectLine.figure)
    lines.append(heading("MORE, SAME PAYMENT DAYS", brief: "MORE, SAME"))
    return lines + rest.map(WhatIfEffectLine.figure)
  }
}

extension WhatIfReport.Line {
  /// The title in a width; a currency is beside it rather than before each amount.
  func words(width: Int) -> String {
    if case .money(let money) = current {
      let long = "\(title), \(money.currency)"
      return long.count <= width ? long : "revenue \(money.currency)"
    }
    if subject == .p95Prompts, width < title.count, width >= 19 { return "p95 prompts/episode" }
    if subject == .unpaidAccess { return width >= 18 ? "unpaid access-days" : "unpaid days" }
    if subject == .recoveredInHold, width < title.count, width >= 20 {
      return "after loss of access"
    }
    return title.count <= width ? title : brief
  }

  /// The title in few letters.
  private var brief: String {
    switch subject {
    case .prompts: "prompts"
    case .officialMessages: "step 2"
    case .ownBanners: "step 3"
    case .medianPrompts: "median prompts"
    case .p95Prompts: "p95 prompts"
    case .capped: "reach the cap"
    case .access: "access-days"
    case .unpaidAccess: "unpaid days"
    case .recoveredInGrace: "in grace"
    case .recoveredInHold: "after loss"
    case .recovered: "recovered"
    case .canceled: "canceled"
    case .ranOut: "run out"
    case .otherwise: "ended otherwise"
    case .canceledOrOtherwise: "canceled, other"
    case .open: "open"
    case .lostBeforePrompt: "no prompt first"
    case .revenue: "revenue"
    }
  }

  /// The difference in so many cells, with its share of the value in force or with its band; empty
  /// for none.
  func changeWords(width: Int = .max) -> String {
    if let change {
      let (value, low, high) = change.rounded
      guard value != 0 || low != 0 || high != 0 else { return "" }
      return "\(Formatting.change(value)) [\(Formatting.change(low)), \(Formatting.change(high))]"
    }
    if let money = moneyChange {
      guard money.micros != 0 else { return "" }
      return Self.signed(money.grouped, money.micros)
    }
    guard let change = countChange, change != 0 else { return "" }
    let words = Formatting.change(Int(clamping: change))
    guard case .count(let before) = current, before > 0 else { return words }
    let share = Formatting.percent(Rate(Int(clamping: change.magnitude), of: Int(before)))
    guard let share else { return words }
    let whole = "\(words) (\(Self.signed(share, change)))"
    return whole.count <= width ? whole : Self.signed(share, change)
  }

  private static func signed(_ text: String, _ value: Int64) -> String {
    value > 0 ? "+" + text : text.hasPrefix("-") ? text : "-" + text
  }
}

extension WhatIfReport.Line.Value {
  /// The value without its band.
  var words: String {
    switch self {
    case .count(let count): Formatting.count(Int(clamping: count))
    case .expected(let count): Formatting.count(count.rounded.value)
    case .money(let money): money.grouped
    }
  }

  /// The value with its band or its currency.
  var clause: String {
    switch self {
    case .count: words
    case .expected(let count):
      "\(words) (\(Formatting.count(count.rounded.low)) to "
        + "\(Formatting.count(count.rounded.high)))"
    case .money(let money): money.text
    }
  }
}

extension Formatting {
  /// A length in days with one decimal, rounded to the nearest, as `49.8`.
  static func days(_ length: Duration) -> String {
    let tenths = (length.wholeMilliseconds + 4_320_000).quotientFloored(by: 8_640_000)
    return "\(tenths < 0 ? "-" : "")\(count(Int(tenths.magnitude / 10))).\(tenths.magnitude % 10)"
  }
}
