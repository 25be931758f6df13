/// How far the rows of a ledger have been derived anew while it is opened, and why they are.
public struct RebuildProgress: Hashable, Sendable {
  /// What makes rows be derived anew.
  public enum Cause: Hashable, Sendable {
    /// They were written by a version of the program that kept them in another form.
    case form
    /// They follow from another policy.
    case policy
    /// They follow from another product catalogue.
    case products
  }

  /// Why the rows are derived anew.
  public let cause: Cause
  /// How much is done, in hundredths; 0 before it begins.
  public let share: Int

  /// Creates the news of a share in hundredths.
  public init(cause: Cause, share: Int) { (self.cause, self.share) = (cause, share) }
}
