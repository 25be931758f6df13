import EventLedger
import SubscriptionCore

/// Makes an empty ledger for a rule.
public typealias LedgerFactory = @Sendable () throws -> any Ledger

/// One rule of the contract that every ledger keeps, with the check that it does.
///
/// The checks need no test library, so that this module is an ordinary one; a broken rule is
/// thrown.
public struct LedgerRule: Sendable, CustomStringConvertible {
  /// The rule's number in the order of the contract.
  public var number: Int
  /// The rule as a sentence.
  public var description: String
  private let body: @Sendable (LedgerFactory) throws -> Void

  init(
    _ number: Int, _ description: String,
    _ body: @escaping @Sendable (LedgerFactory) throws -> Void
  ) {
    (self.number, self.description, self.body) = (number, description, body)
  }

  /// Checks the rule.
  ///
  /// - Throws: ``BrokenRule``, or the error that the ledger threw.
  public func check(_ make: LedgerFactory) throws { try body(make) }

  /// Every rule.
  public static let all: [LedgerRule] =
    storingRules + arrivalRules + rowRules + pastRules + textRules + listRules + searchRules
    + nameRules
    + figureRules + metricsRules + episodeFilterRules + digestRules
    + dueRules + accountRules + orderRules + backfillRules + productRules + outboxRules
    + connectionRules + auditRules
}

/// A rule that a ledger broke, and how.
public struct BrokenRule: Error, CustomStringConvertible {
  /// What was expected and what came.
  public var description: String
}

/// Throws unless a condition holds.
func require(
  _ condition: Bool, _ expectation: @autoclosure () -> String, line: UInt = #line
) throws {
  if !condition { throw BrokenRule(description: "\(expectation()) (line \(line))") }
}

/// Throws unless two values are equal.
func require<Value: Equatable>(
  _ found: Value, equals expected: Value, _ what: @autoclosure () -> String = "",
  line: UInt = #line
) throws {
  if found != expected {
    throw BrokenRule(
      description: "\(what()): found \(found), expected \(expected) (line \(line))")
  }
}
