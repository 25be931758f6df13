/// One subscriber of a list as JSON and as the cells of CSV.
///
/// Both are derived from the ``SubscriberField/Definition/json`` keys of the fields, so a field
/// with keys is in both.
public struct SubscriberShape {
  /// The row.
  public var row: SubscriberSummary

  /// Creates the shape of a row.
  public init(_ row: SubscriberSummary) { self.row = row }

  /// The order that the contract fixes; the fields that are not in it follow.
  private static let fixed: [SubscriberField] = [
    .id, .store, .environment, .account, .product, .period, .state, .stateSince, .access,
    .accessUntil, .accessKnown, .autoRenew, .nextProduct, .paidThrough, .graceEnds, .retryEnds,
    .renewsAt, .resumesAt, .price, .flags, .cause, .reason, .endedAt, .decision, .stepNumber,
    .message, .dueSince, .scheduledAt, .withheld, .nextPromptAt, .rule, .shown, .lastShownAt, .app,
    .country, .name, .email, .tags, .mrr, .claimed, .snoozedUntil, .anomalies, .lastEventAt,
    .mrrBasis, .planSource,
  ]

  /// The fields with keys, in order.
  private static let fields =
    fixed
    + SubscriberField.allCases.filter { $0.definition.json != nil && !fixed.contains($0) }
}

// MARK: JSON

extension SubscriberShape {
  /// A key of the object: a field, or an object of fields.
  private enum Key {
    case field(String, SubscriberField)
    case object(String, [(name: String, field: SubscriberField)])
  }

  /// The keys of the object; fields that share a first key form an object.
  private static let keys: [Key] = fields.reduce(into: []) { keys, field in
    let path = (field.definition.json ?? "").split(separator: ".").map(String.init)
    guard path.count == 2 else { return keys.append(.field(path[0], field)) }
    for (place, key) in keys.enumerated() {
      guard case .object(path[0], let inner) = key else { continue }
      keys[place] = .object(path[0], inner + [(path[1], field)])
      return
    }
    keys.append(.object(path[0], [(path[1], field)]))
  }

  /// The row as the contract fixes it; further keys follow the fixed ones.
  public var json: JSON { .object(members) }

  /// The members of ``json``; an object without a value in it is `null`.
  public var members: [JSON.Member] {
    Self.keys.map { key in
      switch key {
      case .field(let name, let field):
        return JSON.Member(name: name, value: JSON(row.value(of: field)))
      case .object(let name, let fields):
        let members = fields.map {
          JSON.Member(name: $0.name, value: JSON(row.value(of: $0.field)))
        }
        let isMissing = members.allSatisfy { $0.value == .null }
        return JSON.Member(name: name, value: isMissing ? .null : .object(members))
      }
    }
  }
}

extension JSON {
  /// Creates the value of a field, `null` if it is missing.
  fileprivate init(_ value: SubscriberField.Value) {
    switch value {
    case .text(let text): self.init(text.flatMap { $0.isEmpty ? nil : $0 })
    case .choice(let choice): self.init(choice?.name)
    case .texts(let texts): self = .array(texts.map(JSON.string))
    case .truth(let truth): self.init(truth)
    case .number(let number): self = number.map(JSON.integer) ?? .null
    case .money(let money): self.init(money)
    case .instant(let instant): self.init(instant)
    }
  }
}

// MARK: CSV

extension SubscriberShape {
  /// The fields whose columns come last, since they were added to others.
  private static let added: [SubscriberField] = [
    .accessKnown, .lastRefundAt, .rule, .shown, .lastShownAt,
  ]

  private static let columnFields = fields.filter { !added.contains($0) } + added

  /// The names of the columns, each the keys of the JSON joined by dots; an amount has two.
  public static let columns: [String] = columnFields.flatMap { field in
    let keys = field.definition.json ?? ""
    return field.isMoney ? [keys + ".currency", keys + ".amount"] : [keys]
  }

  /// The row's values, one per column; a missing value is an empty cell.
  public var cells: [String] {
    var cells: [String] = []
    cells.reserveCapacity(Self.columns.count)
    for field in Self.columnFields {
      switch row.value(of: field) {
      case .text(let text): cells.append(text ?? "")
      case .choice(let choice): cells.append(choice?.name ?? "")
      case .texts(let texts): cells.append(texts.joined(separator: " "))
      case .truth(let truth): cells.append(truth.map { $0 ? "true" : "false" } ?? "")
      case .number(let number): cells.append(number.map { String($0) } ?? "")
      case .money(let money): cells += [money?.currency ?? "", money?.decimal ?? ""]
      case .instant(let instant): cells.append(instant?.rfc3339 ?? "")
      }
    }
    return cells
  }
}
