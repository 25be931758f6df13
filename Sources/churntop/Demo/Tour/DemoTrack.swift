import ArgumentParser
import TerminalUI

/// A track of `churntop demo --tour`, for one kind of user.
enum DemoTrack: String, CaseIterable, ExpressibleByArgument, Sendable {
  case ops, support, policy

  /// The subject in the captions.
  var title: String {
    switch self {
    case .ops: "Monday's numbers"
    case .support: "a user calls"
    case .policy: "a better policy"
    }
  }

  /// The keys and captions.
  var script: ScreenScript {
    let text =
      switch self {
      case .ops: Self.opsText
      case .support: Self.supportText
      case .policy: Self.policyText
      }
    do throws(ScreenScript.Problem) {
      return try ScreenScript(text)
    } catch {
      preconditionFailure("The track \(rawValue), line \(error.line): \(error.words)")
    }
  }
}

extension [DemoTrack] {
  /// The tour of these tracks at a terminal.
  var player: TourPlayer {
    TourPlayer(map { TourPlayer.Track(title: $0.title, script: $0.script) }, pace: DemoTrack.pace)
  }
}

extension DemoTrack {
  /// The milliseconds after a key that a track does not pace itself.
  static let pace: Int64 = 900
}
