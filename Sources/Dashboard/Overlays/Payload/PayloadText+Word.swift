import SubscriptionCore

/// The members of a payload that matter, on a few lines.
extension PayloadText {
  /// A piece of the text that is not broken: a bracket, or a name with its value.
  struct Word: Hashable, Sendable {
    /// The name before the value; empty for an element or a bracket.
    var name = ""
    /// The value or the bracket.
    var text: String
    /// The meaning of the value; empty for none.
    var note = ""
  }

  /// The words of a payload: the members that matter, `...` for the rest.
  ///
  /// A payload without known members is shown from its beginning.
  func words(_ raw: [UInt8]) -> [Word] {
    guard !raw.isEmpty, raw.count <= Self.bytesMax else {
      return lines(raw).map { Word(name: $0.name, text: $0.text, note: $0.note) }
    }
    let lines = lines(raw)
    let kept = kept(lines)
    guard kept.contains(where: { lines[$0].isLeaf }) else {
      return lines.prefix(40).map { Word(name: $0.name, text: $0.text, note: $0.note) }
    }
    var words: [Word] = []
    var isLeftOut = false
    for index in lines.indices {
      guard kept.contains(index) else {
        isLeftOut = true
        continue
      }
      if isLeftOut, lines[index].closes { words.append(Word(text: "...")) }
      isLeftOut = isLeftOut && !lines[index].closes
      words.append(lines[index].word)
    }
    return words
  }

  /// The lines that matter, with the brackets around them.
  private func kept(_ lines: [Line]) -> Set<Int> {
    var kept: Set<Int> = []
    var open: [Int] = []
    var keeps: [Bool] = []
    for (index, line) in lines.enumerated() {
      if line.opens {
        open.append(index)
        keeps.append(false)
      } else if line.closes {
        guard let start = open.popLast(), let keep = keeps.popLast() else { continue }
        if keep || open.isEmpty {
          kept.formUnion([start, index])
          if !keeps.isEmpty { keeps[keeps.count - 1] = true }
        }
      } else if Self.matters.contains(line.name.lowercased()) {
        kept.insert(index)
        if !keeps.isEmpty { keeps[keeps.count - 1] = true }
      }
    }
    return kept
  }

  /// The names of the members that matter, in lower case: of the App Store's notifications,
  /// transactions, renewals and receipts, of Google Play's notifications and resources, and of
  /// operators' actions.
  private static let matters: Set<String> = [
    "notificationtype", "subtype", "environment", "status", "expiresdate", "revocationdate",
    "revocationreason", "offertype", "isupgraded",
    "autorenewstatus", "isinbillingretryperiod", "graceperiodexpiresdate",
    "expirationintent", "priceincreasestatus", "renewaldate",
    "notification_type", "product_id", "expires_date_ms", "cancellation_date_ms",
    "auto_renew_status", "is_in_billing_retry_period",
    "grace_period_expires_date_ms", "expiration_intent",
    "eventtimemillis", "packagename", "subscriptionid", "subscriptionstate", "expirytime",
    "expirytimemillis", "autorenewing", "autorenewenabled", "autoresumetime", "paymentstate",
    "cancelreason", "latestorderid", "orderid", "refundtype", "testpurchase", "canceltime",
    "action", "kind", "actor", "step", "until", "text",
  ]
}

extension PayloadText.Line {
  /// A Boolean value that indicates whether it begins an object or an array that ends on another
  /// line.
  fileprivate var opens: Bool { text == "{" || text == "[" }
  /// A Boolean value that indicates whether it ends one.
  fileprivate var closes: Bool { name.isEmpty && ["}", "]", "},", "],"].contains(text) }
  /// A Boolean value that indicates whether it is a value.
  fileprivate var isLeaf: Bool { !opens && !closes }
  /// The line as a word: a date in words replaces its number; what is said of a signature is
  /// left to the panel's title.
  fileprivate var word: PayloadText.Word {
    guard !opens, !note.isEmpty else { return PayloadText.Word(name: name, text: text) }
    return PayloadText.Word(name: name, text: "", note: note + (text.hasSuffix(",") ? "," : ""))
  }
}
