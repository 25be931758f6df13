/// The progress of deriving a ledger's rows or recreating its indexes while it is opened, with its
/// cause.
public struct RebuildProgress: Hashable, Sendable {
  /// A cause for deriving rows again.
  public enum Cause: Hashable, Sendable {
    /// They were written by a version of the program that kept them in another form.
    case form
    /// They follow from another policy.
    case policy
    /// They follow from another product catalogue.
    case products
    /// A load of the ledger was cut off before the indexes were made that it had put off.
    case indexes
  }

  /// The cause for deriving the rows again.
  public let cause: Cause
  /// The share that is done, in hundredths; 0 before it begins.
  public let share: Int

  /// Creates the news of a share in hundredths.
  public init(cause: Cause, share: Int) { (self.cause, self.share) = (cause, share) }
}

extension RebuildProgress.Cause: CustomStringConvertible {
  /// The cause and what is done, in a sentence for the beginning.
  public var description: String {
    switch self {
    case .form:
      "This ledger was written by an earlier version of churntop: every subscriber is rebuilt "
        + "from the events, once."
    case .products:
      "The product catalogue has changed: every subscriber is rebuilt."
    case .policy:
      "The rules of the configuration are new to this ledger: every subscriber is rebuilt."
    case .indexes:
      "Indexes of this ledger are missing, as after a load that was cut off, or are new in this "
        + "version: they are made now."
    }
  }
}
