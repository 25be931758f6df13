import SubscriptionCore

/// An access to the names and mail addresses of subscribers: by whom, when, how and of how many,
/// and none of the data itself.
public struct PersonalDataAccess: Hashable, Sendable {
  /// The kinds of access.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A dashboard showed names and mail addresses on all its screens from then on.
    case unmasked
    /// One subscriber was shown or printed.
    case viewed
    /// A list was printed as text.
    case listed
    /// Subscribers were copied to the clipboard.
    case copied
    /// Data left the ledger as a file, or in a format for other programs.
    case exported
  }

  /// The kind of access, which a newer build may have recorded.
  public var kind: Open<Kind>
  /// The instant of the access, by the clock of the program.
  public var at: Timestamp
  /// The operator's name, as actions have it.
  ///
  /// Text from outside.
  public var actor: String
  /// The command, such as `list`; `dashboard` for one on screen.
  public var command: String
  /// The format of what was printed, written or copied; `nil` for a screen.
  public var format: String?
  /// The most subscribers, events or entries that it was about; `nil` where they were not counted.
  public var count: Int?
  /// The subscription; `nil` for more than one.
  public var subscription: SubscriptionID?
  /// The account of the subscription; `nil` where the app named none.
  public var account: AccountID?

  /// Creates an access.
  public init(
    _ kind: Open<Kind>, at: Timestamp, actor: String, command: String, format: String? = nil,
    count: Int? = nil, of subscription: SubscriptionID? = nil, account: AccountID? = nil
  ) {
    (self.kind, self.at, self.actor) = (kind, at, actor)
    (self.command, self.format, self.count) = (command, format, count)
    (self.subscription, self.account) = (subscription, account)
  }
}

/// An access to personal data as the audit log has it.
public struct AuditEntry: Hashable, Sendable {
  /// The number of the entry, which grows.
  public var number: Int64
  /// The access.
  public var access: PersonalDataAccess
  /// The role in the server's database that recorded it, which no program can choose; `nil` for
  /// a file.
  public var role: String?

  /// Creates an entry.
  public init(number: Int64, access: PersonalDataAccess, role: String? = nil) {
    (self.number, self.access, self.role) = (number, access, role)
  }
}
