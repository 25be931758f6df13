import EventLedger
import SubscriptionCore
import TerminalUI

/// What is known about who a subscription belongs to.
public struct Person: Hashable, Sendable {
  /// The app's name for the user.
  public var account: AccountID?
  /// The user's name.
  ///
  /// Text from outside.
  public var name: String
  /// The mail address.
  ///
  /// Text from outside.
  public var email: String

  /// Creates a person from what the app told and the store stated.
  public init(account: AccountID?, profile: AccountProfile?) {
    self.account = account
    name = profile?.name ?? ""
    email = profile?.email ?? ""
  }
}
