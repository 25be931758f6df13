import EventLedger
import Foundation
import GRDB
import SubscriptionCore

/// The migrations of ledger files, one step a version.
///
/// A step is frozen: it holds the statements of its day and never changes, whatever becomes of
/// ``Schema``, and a test compares it with what it was. Steps keep the entries and what the app
/// reported about its accounts. What is derived is dropped before the first step, created empty in
/// the present form after the last one, and filled when the ledger is opened, since the form is
/// part of what rows are derived with; it stays where no step since has changed anything about it.
enum SchemaUpgrade {
  /// One frozen step from a version to the next.
  struct Step: Sendable {
    /// The statements of the step.
    let sql: String
    /// The rest of the step, which plain statements cannot do.
    var rest: @Sendable (Database) throws -> Void = { _ in }
  }

  /// The steps to the next version, beginning with version 1.
  static let steps = [
    toTwo, toThree, toFour, toFive, toSix, toSeven, toEight, toNine, toTen, toEleven,
    toTwelve, toThirteen, toFourteen, toFifteen, toSixteen,
    toSeventeen,
  ]

  /// The triggers of every version.
  private static let triggers = ["entries", "events", "headers", "accesses"].flatMap {
    ["\($0)UPDATE", "\($0)DELETE"]
  }

  /// The derived tables of every version.
  private static let derived = [
    "names", "pieces", "subscribers", "episodes", "moments", "tallies", "counters", "textBlocks",
    "textNotes", "people", "peopleNotes", "episodeBlocks", "episodeShapes", "outdatedEpisodeBlocks",
  ]

  /// Brings a file from a version to the present one.
  static func run(_ database: Database, from version: Int) throws {
    for function in functions { database.add(function: function) }
    defer { for function in functions { database.remove(function: function) } }
    let isRenewed = version < Schema.derivedVersion
    if isRenewed {
      try SQLViews.drop(database)
      try database.execute(sql: "DROP INDEX IF EXISTS eventsNews")
      for name in triggers { try database.execute(sql: "DROP TRIGGER IF EXISTS \(name)") }
      for table in derived { try database.execute(sql: "DROP TABLE IF EXISTS \(table)") }
    }
    for step in steps[(version - 1)...] {
      try database.execute(sql: step.sql)
      try step.rest(database)
    }
    guard isRenewed else { return }
    for statement in Schema.renewed { try database.execute(sql: statement) }
  }

  // MARK: Functions of the steps

  /// The SQL functions that steps and the triggers of earlier versions call.
  static let functions = [recordedAt, eventValue]

  /// `recorded_at(body)`: the instant at which an event was recorded, in milliseconds since 1970;
  /// NULL for bytes that are no event.
  private static let recordedAt = DatabaseFunction(
    "recorded_at", argumentCount: 1, pure: true
  ) { values in
    event(values[0])?.recordedAt.milliseconds
  }

  /// `event_value(body, column)`: the value of an event in a column of `events`; NULL for bytes
  /// that are no event.
  private static let eventValue = DatabaseFunction(
    "event_value", argumentCount: 2, pure: true
  ) { values in
    guard let event = event(values[0]) else { return nil }
    return switch String.fromDatabaseValue(values[1]) {
    case "effectiveAt": event.effectiveAt.milliseconds
    case "statedAt": event.statedAt.milliseconds
    case "recordedAt": event.recordedAt.milliseconds
    case "source": event.source.code
    default: nil
    }
  }

  private static func event(_ value: DatabaseValue) -> SubscriptionEvent? {
    guard case .blob(let data) = value.storage else { return nil }
    return data.withUnsafeBytes { bytes in try? StoredEvent.decode(bytes) }
  }
}
