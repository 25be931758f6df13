import Dispatch
import Foundation
import Intake
import StoreSimulator
import SubscriptionCore
import Synchronization

/// The past of a large world in parts of its population, which are made and read on other threads
/// ahead of the one that stores them.
///
/// Few of them are held at once, so that memory does not grow with the world.
struct PastParts {
  /// The lives of a part, and the messages of their past.
  struct Part: Sendable {
    /// The places of the lives in the population.
    let members: Range<Int>
    let lives: WorldPart.Lives
    let messages: ParsedBatch
  }

  private let world: SimulatedWorld
  private let intake: Intake
  private let end: Timestamp
  private var begun: Int = 0
  private var ahead: [MakingOfPart] = []

  /// The number of members of a part.
  static let length = 128
  private static let aheadMax = ProcessInfo.processInfo.activeProcessorCount + 1

  /// Creates the parts of a world whose lives have not begun, up to an instant.
  init(of world: SimulatedWorld, to end: Timestamp, for intake: Intake) {
    (self.world, self.end, self.intake) = (world, end, intake)
  }

  /// Returns the next part.
  ///
  /// - Throws: An error of the cryptography library about the world's key.
  mutating func next() throws -> Part {
    while ahead.count < Self.aheadMax, begun < world.population {
      let members = begun..<min(begun + Self.length, world.population)
      ahead.append(
        MakingOfPart { [world, intake, end] in
          try Self.make(members, of: world, to: end, for: intake)
        })
      begun = members.upperBound
    }
    return try ahead.removeFirst().part()
  }

  private static func make(
    _ members: Range<Int>, of world: SimulatedWorld, to end: Timestamp, for intake: Intake
  ) throws -> Part {
    let part = try world.part(members, to: end)
    let messages = intake.readInOrder(
      part.deliveries.map { IncomingDocument($0) }[...], origin: DemoFeed.origin, now: end)
    return Part(members: members, lives: part.lives, messages: messages)
  }
}

/// A part that another thread makes.
private final class MakingOfPart: Sendable {
  private let result = Mutex<Result<PastParts.Part, any Error>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(_ make: @escaping @Sendable () throws -> PastParts.Part) {
    DispatchQueue.global().async {
      let made = Result { try make() }
      self.result.withLock { $0 = made }
      self.isDone.signal()
    }
  }

  /// Waits for the part; to be called once.
  func part() throws -> PastParts.Part {
    isDone.wait()
    guard let made = result.withLock(\.self) else { preconditionFailure("it was made") }
    return try made.get()
  }
}
