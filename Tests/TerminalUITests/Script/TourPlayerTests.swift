import TerminalUI
import Testing

@Suite struct TourPlayerTests {
  private func tour(_ scripts: String..., pace: Int64 = 0) throws -> TourPlayer {
    TourPlayer(
      try scripts.enumerated().map { index, text in
        TourPlayer.Track(title: "track \(index)", script: try ScreenScript(text))
      }, pace: pace)
  }

  private func isTaken(_ press: KeyPress, _ now: Int64, _ tour: inout TourPlayer) -> Bool {
    tour.handle(press, now: now)
  }

  private let pause = KeyPress(" ")

  @Test func `tracks follow one another, and the rest is the user's`() throws {
    var tour = try tour("caption one\nkey a\nwait 1s", "caption two\nkey b")
    #expect(tour.next(on: nil, now: 0) == .press(KeyPress("a")))
    #expect(tour.box?.title == "Tour: track 0 (1 of 2)" && tour.box?.text == "one")
    #expect(tour.box?.hint == "Space pause  n next  N next track  Esc leave")
    #expect(tour.next(on: nil, now: 0) == .wait(1000))
    #expect(tour.next(on: nil, now: 1000) == .press(KeyPress("b")))
    #expect(tour.box?.hint == "Space pause  n next  Esc leave")
    #expect(tour.next(on: nil, now: 1000) == .handedOver)
    #expect(tour.isOver && tour.box == nil)
  }

  @Test func `a pause stops the wait, which goes on where it stopped`() throws {
    var tour = try tour("caption one\nwait 2s\nkey a")
    #expect(tour.next(on: nil, now: 0) == .wait(2000))
    #expect(isTaken(pause, 500, &tour))
    #expect(tour.box?.title == "Tour: track 0, paused")
    guard case .wait(let length) = tour.next(on: nil, now: 60_000) else {
      Issue.record("it went on")
      return
    }
    #expect(length > 60_000)
    #expect(isTaken(KeyPress(" "), 100_500, &tour))
    #expect(tour.next(on: nil, now: 100_500) == .wait(1500))
    #expect(tour.next(on: nil, now: 102_000) == .press(KeyPress("a")))
  }

  @Test func `a step is skipped with its keys but without its waits`() throws {
    var tour = try tour(
      "caption one\nwait 9s\nkey a\nwait 9s\nkey b\ncaption two\nwait 9s", pace: 300)
    #expect(tour.next(on: nil, now: 0) == .wait(9000))
    #expect(isTaken(KeyPress("n"), 10, &tour))
    #expect(tour.next(on: nil, now: 10) == .press(KeyPress("a")))
    #expect(tour.next(on: nil, now: 10) == .press(KeyPress("b")))
    #expect(tour.next(on: nil, now: 10) == .wait(9000))
    #expect(tour.box?.text == "two")
  }

  @Test func `a skipped step still waits for what the screen should show`() throws {
    var frame = Frame(size: Size(width: 9, height: 1))
    var tour = try tour("caption one\nwithin 1s\nexpect due\nkey a\ncaption two\nwait 9s")
    #expect(tour.next(on: frame, now: 0) == .wait(100))
    #expect(isTaken(KeyPress(.enter), 10, &tour))
    #expect(tour.next(on: frame, now: 10) == .wait(100))
    frame.put("due", at: Point(x: 0, y: 0))
    #expect(tour.next(on: frame, now: 20) == .press(KeyPress("a")))
  }

  @Test func `a screen that is not as expected does not end a tour`() throws {
    var tour = try tour("within 1s\nexpect due\nkey a")
    #expect(tour.next(on: Frame(size: Size(width: 9, height: 1)), now: 0) == .wait(100))
    #expect(
      tour.next(on: Frame(size: Size(width: 9, height: 1)), now: 1000) == .press(KeyPress("a")))
  }

  @Test func `a key of the program pauses the tour, and then all keys are the program's`() throws {
    var tour = try tour("caption one\nwait 2s\nkey a")
    #expect(tour.next(on: nil, now: 0) == .wait(2000))
    #expect(!isTaken(KeyPress("j"), 0, &tour))
    #expect(tour.box?.hint == "^t goes on" && tour.box?.text.isEmpty == true)
    for name in ["n", "Space", "Esc", "q", "N"] {
      let press = try #require(KeyPress(notation: name))
      #expect(!isTaken(press, 0, &tour))
    }
    let goOn = try #require(KeyPress(notation: "^t"))
    #expect(isTaken(goOn, 5000, &tour))
    #expect(tour.box?.text == "one")
    #expect(tour.next(on: nil, now: 5000) == .wait(2000))
  }

  @Test func `a track is skipped, and the tour is left`() throws {
    var tour = try tour("caption one\nwait 9s\nkey a", "caption two\nwait 9s")
    #expect(tour.next(on: nil, now: 0) == .wait(9000))
    #expect(isTaken(KeyPress("N"), 0, &tour))
    #expect(tour.next(on: nil, now: 0) == .wait(9000))
    #expect(tour.box?.text == "two")
    #expect(isTaken(KeyPress(.escape), 0, &tour))
    #expect(tour.isOver)
    #expect(tour.next(on: nil, now: 0) == .handedOver)
    #expect(!isTaken(KeyPress("n"), 0, &tour))
  }
}
