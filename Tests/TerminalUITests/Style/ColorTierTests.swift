import TerminalUI
import Testing

@Suite struct ColorTierTests {
  @Test(
    arguments: [
      // flag, environment, is a terminal, terminfo colours, tier
      (ColorFlag.auto, [:], true, 256, ColorTier.indexed),
      (.auto, [:], true, 8, .sixteen),
      (.auto, [:], true, 0, .mono),
      (.auto, [:], true, 1 << 24, .direct),
      (.auto, [:], false, 256, .mono),
      (.auto, ["TERM": "dumb"], true, 256, .mono),
      (.auto, ["NO_COLOR": "1"], true, 256, .mono),
      (.auto, ["NO_COLOR": ""], true, 256, .indexed),
      (.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, 256, .mono),
      (.auto, ["CLICOLOR_FORCE": "1"], false, 256, .indexed),
      (.auto, ["CLICOLOR_FORCE": "1"], false, 0, .sixteen),
      (.auto, ["CLICOLOR_FORCE": "0"], false, 256, .mono),
      (.auto, ["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], true, 256, .indexed),
      (.auto, ["CLICOLOR": "0"], true, 256, .mono),
      (.always, ["NO_COLOR": "1"], false, 256, .indexed),
      (.auto, ["COLORTERM": "truecolor"], true, 256, .direct),
      (.auto, ["COLORTERM": "24bit"], true, 256, .direct),
      (.auto, ["COLORTERM": "yes"], true, 256, .indexed),
      (.auto, ["COLORTERM": "truecolor"], true, 8, .sixteen),
      (.auto, ["COLORTERM": "truecolor"], true, 0, .mono),
      (.auto, ["COLORTERM": "truecolor", "NO_COLOR": "1"], true, 256, .mono),
      (.auto, ["COLORTERM": "truecolor", "CLICOLOR": "0"], true, 256, .mono),
      (.auto, ["COLORTERM": "truecolor", "STY": "1.pts"], true, 256, .indexed),
      (.auto, ["COLORTERM": "truecolor", "STY": "1.pts", "TMUX": "/tmp/x"], true, 256, .direct),
      (.never, ["COLORTERM": "truecolor"], true, 256, .mono),
      (.never, ["CLICOLOR_FORCE": "1"], true, 256, .mono),
    ] as [(ColorFlag, [String: String], Bool, Int, ColorTier)])
  func `the first rule that applies decides`(
    flag: ColorFlag, environment: [String: String], isTTY: Bool, colors: Int, tier: ColorTier
  ) {
    #expect(
      ColorTier.decide(
        flag: flag, environment: environment, isTTY: isTTY, terminfoColors: colors) == tier)
  }
}
