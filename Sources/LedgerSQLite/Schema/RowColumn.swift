import EventLedger
import SubscriptionCore

/// A column of `subscribers`: what filters, orders and edges of figures look at.
///
/// The row itself is the blob in `row`; every other column repeats a part of it. Texts that
/// filters compare are stored folded (`Filter.foldCase(_:)`), a text that is
/// empty as NULL, a choice as its place among the choices.
///
/// The raw value is the column's place among the parameters of a row's statement, where the key is
/// the first.
enum RowColumn: Int32, CaseIterable {
  // Texts as they are, for orders, look-ups and sums.
  case id = 2
  case account, product, mrrCurrency
  // The same folded, NULL where that changes nothing.
  case idFolded, accountFolded, productFolded
  // Texts folded.
  case name, email, app, nextProduct, country, currency, rule, claimed
  // Lists of texts folded.
  case tags, plan
  // Choices.
  case state, store, environment, access, autoRenew, cause, reason, verdict, withheld, step
  // Choices of which several may hold, one bit each.
  case flags
  // Whole numbers.
  case price, mrr, anomalies, shown
  // The account by its mark, for look-ups.
  case accountMark
  // Instants in milliseconds since 1970.
  case losesAt, stateSince, retryEnds, graceEnds, renewsAt, paidThrough, resumesAt, endedAt, dueAt
  case snoozedUntil, lastEventAt, refreshRequestedAt, nextChangeAt
  // The row whole.
  case row

  /// The name in the schema.
  var name: String { "\(self)" }

  /// The type and the rules in the schema.
  var type: String {
    switch self {
    case .id: "TEXT NOT NULL"
    case .account, .product, .mrrCurrency, .idFolded, .accountFolded, .productFolded, .name, .email,
      .app,
      .nextProduct,
      .country, .currency, .rule, .claimed:
      "TEXT"
    case .tags, .plan: "BLOB"
    case .state, .store, .environment, .access, .verdict, .flags, .anomalies, .shown,
      .stateSince, .lastEventAt:
      "INTEGER NOT NULL"
    case .autoRenew, .cause, .reason, .withheld, .step, .price, .mrr, .losesAt, .retryEnds,
      .graceEnds, .renewsAt, .paidThrough, .resumesAt, .endedAt, .dueAt, .snoozedUntil,
      .refreshRequestedAt, .nextChangeAt, .accountMark:
      "INTEGER"
    case .row: "BLOB NOT NULL"
    }
  }
}

/// The stored form of a `FilterColumn`.
enum StoredForm {
  /// As a folded text.
  case folded(RowColumn)
  /// As it is, with the folded text beside it where that differs.
  case plain(RowColumn, folded: RowColumn)
  /// As a packed list of folded texts.
  case list(RowColumn)
  /// As the place among these choices.
  case choice(RowColumn, [String])
  /// As bits, one for each of these choices.
  case bits(RowColumn, [String])
  /// As a number.
  case number(RowColumn)
  /// In the event itself, which a function of SQL looks into.
  case event(String)
}

extension FilterColumn {
  /// The stored form of the column.
  var stored: StoredForm {
    switch self {
    case .id: .plain(.id, folded: .idFolded)
    case .account: .plain(.account, folded: .accountFolded)
    case .product: .plain(.product, folded: .productFolded)
    case .name: .folded(.name)
    case .email: .folded(.email)
    case .app: .folded(.app)
    case .nextProduct: .folded(.nextProduct)
    case .country: .folded(.country)
    case .currency: .folded(.currency)
    case .rule: .folded(.rule)
    case .claimed: .folded(.claimed)
    case .tags: .list(.tags)
    case .plan: .list(.plan)
    case .state: .choice(.state, Choices.states)
    case .store: .choice(.store, Choices.stores)
    case .environment: .choice(.environment, Choices.environments)
    case .access: .choice(.access, Choices.noYes)
    case .autoRenew: .choice(.autoRenew, Choices.noYes)
    case .cause: .choice(.cause, Choices.causes)
    case .reason: .choice(.reason, Choices.reasons)
    case .verdict: .choice(.verdict, Choices.verdicts)
    case .withheld: .choice(.withheld, Choices.withheld)
    case .step: .choice(.step, Choices.steps)
    case .flags: .bits(.flags, Choices.flags)
    case .price: .number(.price)
    case .mrr: .number(.mrr)
    case .anomalies: .number(.anomalies)
    case .shown: .number(.shown)
    case .losesAt: .number(.losesAt)
    case .stateSince: .number(.stateSince)
    case .retryEnds: .number(.retryEnds)
    case .graceEnds: .number(.graceEnds)
    case .renewsAt: .number(.renewsAt)
    case .paidThrough: .number(.paidThrough)
    case .resumesAt: .number(.resumesAt)
    case .endedAt: .number(.endedAt)
    case .dueAt: .number(.dueAt)
    case .snoozedUntil: .number(.snoozedUntil)
    case .lastEventAt: .number(.lastEventAt)
    case .refreshRequestedAt: .number(.refreshRequestedAt)
    case .typeAlias, .eventName, .eventSource, .actor, .heardAt:
      .event(EventFunctions.call(self))
    }
  }
}

/// The choices of the columns that store a place among them.
///
/// The order is part of what a file holds: the ledger keeps these lists, and rebuilds its rows
/// when they differ from those the rows were written with.
enum Choices {
  static let states = SubscriptionState.allCases.map(\.rawValue)
  static let stores = Store.allCases.sorted { $0.code < $1.code }.map(\.rawValue)
  static let environments = StoreEnvironment.allCases.map(\.rawValue)
  static let noYes = ["no", "yes"]
  static let causes = ChurnCause.allCases.map(\.rawValue)
  static let reasons = EndReason.allCases.map(\.rawValue)
  static let verdicts = ["withheld", "now", "scheduled"]
  static let withheld = WithheldReason.allCases.map(\.rawValue)
  static let steps = PromptStep.allCases.map { String($0.rawValue) }
  static let flags = SubscriptionFlag.allCases.map(\.rawValue)

  /// Every list, for comparing with those of a file.
  static let all = [
    states, stores, environments, noYes, causes, reasons, verdicts, withheld, steps, flags,
  ]

  /// The place of each case among its kind's cases, found without a search.
  static let stateCodes = codes(SubscriptionState.allCases)
  static let reasonCodes = codes(EndReason.allCases)
  static let withheldCodes = codes(WithheldReason.allCases)
  static let flagCodes = codes(SubscriptionFlag.allCases)

  private static func codes<Value: Hashable>(_ cases: [Value]) -> [Value: Int64] {
    Dictionary(uniqueKeysWithValues: cases.enumerated().map { ($1, Int64($0)) })
  }
}

extension SubscriptionState {
  /// The number that stands for the state in a file.
  var code: Int64 { Choices.stateCodes[self, default: -1] }
}

extension Store {
  /// The number that stands for the store in a file, which never changes.
  var code: Int64 {
    switch self {
    case .appStore: 0
    case .googlePlay: 1
    }
  }
}
