import EventLedger
import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Takes a key while the command line is open.
  mutating func take(_ press: KeyPress, _ palette: PaletteState) -> [Effect] {
    var palette = palette
    let offers = suggestions(for: palette.field.text)
    switch KeyChord(press).name {
    case "Esc":
      input = .none
      return []
    case "Enter": return execute(palette, offers)
    case "Down": palette.selection = min(palette.selection + 1, offers.count - 1)
    case "Up": palette.selection = max(0, palette.selection - 1)
    case "Tab":
      guard offers.indices.contains(palette.selection) else { return [] }
      if offers[palette.selection].isWhole {
        palette.field = LineEditor(offers[palette.selection].text)
        palette.selection = 0
        break
      }
      let words = offers[palette.selection].text.split(separator: " ")
      let needsMore = words.contains { $0.allSatisfy { $0.isUppercase || $0 == "|" } }
      palette.field = LineEditor((words.first.map(String.init) ?? "") + (needsMore ? " " : ""))
    case "Bksp" where palette.field.isEmpty:
      input = .none
      return []
    case _:
      guard palette.field.take(press) else { return [] }
      (palette.selection, palette.problem) = (0, "")
    }
    input = .palette(palette)
    return askZoneNames(palette.field.text)
  }

  /// Runs what is typed where it is a command, and else the line under the cursor.
  private mutating func execute(_ palette: PaletteState, _ offers: [Suggestion]) -> [Effect] {
    let whole = offers.indices.contains(palette.selection) && offers[palette.selection].isWhole
    let text = whole ? offers[palette.selection].text : palette.field.text.trimmed
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    if palette.selection == 0 || whole, let word = parts.first {
      if let command = PaletteCommand(word: word) {
        return run(command, parts.count > 1 ? parts[1].trimmed : "", palette)
      }
      if let id = CommandID(rawValue: word) { return runAtOrigin(id) }
    }
    input = .none
    guard !text.isEmpty || palette.selection > 0, offers.indices.contains(palette.selection) else {
      return []
    }
    let offer = offers[palette.selection]
    if offer.looksUp { return ask(.find(text), for: .find) }
    let name = offer.text.split(separator: " ").first.map(String.init) ?? ""
    if let command = PaletteCommand(word: name) { return run(command, "", palette) }
    return CommandID(rawValue: name).map { runAtOrigin($0) } ?? []
  }

  /// Runs a command; one that help was searched for, on the screen that help was opened on.
  private mutating func runAtOrigin(_ id: CommandID) -> [Effect] {
    input = .none
    let isElsewhere =
      screen == .help && CommandTable.command(id)?.screens.contains(.help) == false
    return (isElsewhere ? show(helpOrigin) : []) + run(id)
  }

  private mutating func run(
    _ command: PaletteCommand, _ rest: String, _ palette: PaletteState
  ) -> [Effect] {
    input = .none
    switch command {
    case .overview: return show(.overview)
    case .subs: return show(.subscribers)
    case .due: return show(.due)
    case .events: return show(.events)
    case .help: return screen == .help ? [] : show(.help)
    case .messages: openMessages()
    case .undelivered: return ask(.undelivered, for: .undelivered)
    case .run:
      guard let command = preferences.commands.first(where: { $0.name == rest }) else {
        return complain("run", preferences.commands.map(\.name).joined(separator: ", "))
      }
      return begin(command)
    case .quit: isFinished = true
    case .asof:
      if rest.isEmpty { return openAsOf() }
      return travel(to: rest) ?? complain("asof", "2025-11-14, 2025-11-14T09:00:00Z, -3d, -6h")
    case .live: return comeBack()
    case .clock: return turnClock(rest) ?? complain("clock", "+3d, 6h/s, 1d/s, 0")
    case .open:
      return rest.isEmpty ? complain("open", "an identifier") : ask(.find(rest), for: .find)
    case .filter: return drill(rest)
    case .sort:
      let words = rest.split(separator: " ").map(String.init)
      guard let sort = words.first.flatMap(SubscriberSort.init(rawValue:)) else {
        return complain("sort", SubscriberSort.allCases.map(\.rawValue).joined(separator: ", "))
      }
      screen = .subscribers
      return self.sort(by: sort, descending: words.dropFirst().first == "desc")
    case .theme:
      let names = settings.themes.map(\.name)
      if rest.isEmpty { return openThemePicker() }
      if rest == "inspect" {
        openInspector()
        return []
      }
      guard let index = names.firstIndex(of: rest) else {
        return complain("theme", (["inspect"] + names).joined(separator: ", "))
      }
      return use(theme: index)
    case .glyphs:
      if rest.isEmpty { return use() }
      guard let set = GlyphSet(rawValue: rest) else {
        return complain("glyphs", GlyphSet.allCases.map(\.rawValue).joined(separator: ", "))
      }
      return use(glyphs: set)
    case .set: return set(rest, palette)
    case .mask:
      if rest == "off" ? settings.masksPersonalData : !settings.masksPersonalData { toggleMask() }
    }
    return []
  }

  /// Sets what a name before an equals sign stands for.
  private mutating func set(_ text: String, _ palette: PaletteState) -> [Effect] {
    let parts = text.split(maxSplits: 1) { $0 == "=" || $0 == " " }.map { String($0).trimmed }
    if ["tz", "timezone"].contains(parts.first) {
      return setZone(parts.count == 2 ? parts[1] : "")
    }
    let settable: [PaletteCommand] = [.theme, .glyphs, .mask, .sort]
    guard parts.count == 2, let command = settable.first(where: { $0.rawValue == parts[0] }) else {
      return complain("set", "theme=NAME, glyphs=SET, mask=on, mask=off, sort=ORDER, tz=ZONE")
    }
    return run(command, parts[1], palette)
  }

  private mutating func complain(_ word: String, _ wanted: String) -> [Effect] {
    tell(":\(word) needs one of: \(wanted)", .warning)
    return []
  }
}
