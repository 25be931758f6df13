/// A guided tour: scripts with captions, which a viewer pauses, skips and leaves.
///
/// While it plays, any key that is not the tour's own pauses it and goes to the program, so that a
/// viewer can look around and go on.
public struct TourPlayer: Sendable {
  /// A part of the tour with a subject of its own.
  public struct Track: Hashable, Sendable {
    /// The subject, as in the title of the captions.
    public var title: String
    /// The keys and captions.
    public var script: ScreenScript

    /// Creates a track.
    public init(title: String, script: ScreenScript) { (self.title, self.script) = (title, script) }
  }

  private let tracks: [Track]
  private let pace: Int64
  private var index = 0
  private var player: ScriptPlayer
  /// A Boolean value that indicates whether the keys are the program's until the tour goes on.
  private var isExploring = false
  /// A Boolean value that indicates whether it has ended, or was left.
  public private(set) var isOver: Bool

  /// Creates a tour at its beginning, with the milliseconds after each key unless a script sets
  /// others.
  public init(_ tracks: [Track], pace: Int64) {
    (self.tracks, self.pace, isOver) = (tracks, pace, tracks.isEmpty)
    player = Self.player(of: tracks.first, pace: pace)
  }

  private static func player(of track: Track?, pace: Int64) -> ScriptPlayer {
    ScriptPlayer(track?.script ?? ScreenScript(), pace: pace, isLenient: true)
  }

  /// Returns the next step on the frame without the caption, at a time in milliseconds: a key, a
  /// wait, or that the rest is the user's.
  public mutating func next(on frame: Frame?, now: Int64) -> ScriptPlayer.Next {
    while !isOver {
      switch player.next(on: frame, now: now) {
      case .press(let press): return .press(press)
      case .wait(let length): return .wait(length)
      case .handedOver, .finished, .failed: beginNextTrack()
      }
    }
    return .handedOver
  }

  private mutating func beginNextTrack() {
    isExploring = false
    guard index + 1 < tracks.count else { return isOver = true }
    index += 1
    player = Self.player(of: tracks[index], pace: pace)
  }

  /// Handles a key of the viewer at a time in milliseconds; `false` for a key that goes to the
  /// program.
  public mutating func handle(_ press: KeyPress, now: Int64) -> Bool {
    guard !isOver else { return false }
    if press == Key.resume, player.isPaused {
      player.togglePause(now: now)
      isExploring = false
      return true
    }
    guard !isExploring else { return false }
    switch press {
    case Key.pause: player.togglePause(now: now)
    case Key.next, KeyPress(.enter), KeyPress(.right): player.hurry()
    case Key.nextTrack: beginNextTrack()
    case KeyPress(.escape), Key.leave: isOver = true
    case _:
      if !player.isPaused { player.togglePause(now: now) }
      isExploring = true
      return false
    }
    return true
  }

  private enum Key {
    static let pause = KeyPress(" ")
    static let next = KeyPress("n")
    static let nextTrack = KeyPress("N")
    static let leave = KeyPress("q")
    static let resume = KeyPress(notation: "^t")
  }

  /// The box with the present caption; `nil` for none.
  public var box: CaptionBox? {
    guard !isOver, let caption = player.caption else { return nil }
    let number = tracks.count > 1 ? " (\(index + 1) of \(tracks.count))" : ""
    let title = "Tour: \(tracks[index].title)\(number)"
    guard !isExploring else {
      return CaptionBox(title: "\(title) waits, the keys are yours;", text: "", hint: "^t goes on")
    }
    let skip = index + 1 < tracks.count ? "  N next track" : ""
    return CaptionBox(
      title: player.isPaused ? title + ", paused" : title, text: caption.text,
      hint: "Space \(player.isPaused ? "go on" : "pause")  n next\(skip)  Esc leave",
      isAbove: caption.isAbove)
  }
}
