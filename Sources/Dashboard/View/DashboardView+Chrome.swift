import EventLedger
import SubscriptionCore
import TerminalUI

extension DashboardView {
  /// Product, ledger and mode at the left; clock and number of subscribers at the right.
  func drawContext(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    frame.fill(rect, role: .context)
    let isWide = rect.width >= 100
    var mode = model.settings.isDemo ? " [DEMO]" : ""
    if model.settings.isReadOnly { mode += isWide ? " [READ-ONLY]" : " [RO]" }
    if model.settings.masksPersonalData { mode += isWide ? " [MASKED]" : "" }
    // The environment is named whatever else there is to say, the product where there is room.
    let least = min(SafeText.width(of: model.settings.ledgerName), Self.ledgerNameMin)
    let product = " churntop \(frame.glyph(.crumb)) "
    let sign = frame.glyph(.alarm)
    let rest = Freshness(model).alarmBrief.map { SafeText.width(of: " \($0) \(sign) ") } ?? 3
    let hasProduct = SafeText.width(of: product) + least + mode.count + 1 + rest <= rect.width
    var x = frame.put(hasProduct ? product : " ", at: rect.origin, role: .context)
    let (right, alarm) = contextRight(
      frame, width: rect.width, room: rect.right - x - least - mode.count - 1)
    let room = max(0, rect.right - x - mode.count - SafeText.width(of: right) - 1)
    let name = SafeText.truncated(
      model.settings.ledgerName, to: room, ellipsis: frame.glyph(.ellipsis))
    x = frame.put(
      name, at: Point(x: x, y: rect.y),
      role: model.settings.isDemo ? .environmentDemo : .environmentProduction)
    x = frame.put(
      mode, at: Point(x: x, y: rect.y),
      role: model.settings.isDemo ? .environmentDemo : .context)
    let width = SafeText.width(of: right)
    guard x + 1 + width <= rect.right else { return }
    frame.put(right, at: Point(x: rect.right - width, y: rect.y), role: .context)
    let alarmWidth = SafeText.width(of: alarm)
    frame.put(alarm, at: Point(x: rect.right - alarmWidth - 1, y: rect.y), role: .flashError)
  }

  /// The columns of the ledger's name that nothing takes away.
  private static let ledgerNameMin = 12

  /// The columns of the filter that the number of its matches does not take away.
  private static let filterMin = 16

  /// The words about time, size and freshness, and their end where that is an alarm.
  ///
  /// Where the room is short, the number of subscribers gives way first, then an alarm has
  /// fewer words, then the clock gives way, then the words; the sign stays.
  private func contextRight(
    _ frame: Frame, width: Int, room: Int
  ) -> (text: String, alarm: String) {
    let freshness = Freshness(model)
    let sign = frame.glyph(freshness.isAlarm ? .alarm : .yes)
    var parts = contextParts(width: width)
    if !freshness.isAlarm, width >= 100, let words = freshness.words { parts.append(words) }
    var ends = [(sign, least: 0)]
    if let words = freshness.alarmWords, let brief = freshness.alarmBrief {
      ends = [(words + " " + sign, 1), (brief + " " + sign, 0)] + ends
    }
    for (end, least) in ends where least <= parts.count {
      for count in stride(from: parts.count, through: least, by: -1) {
        let head = parts.prefix(count).joined(separator: dot(frame))
        let text = head + (end == sign || head.isEmpty ? " " : dot(frame)) + end + " "
        if SafeText.width(of: text) <= room { return (text, freshness.isAlarm ? end : "") }
      }
    }
    return (" \(sign) ", freshness.isAlarm ? sign : "")
  }

  private func contextParts(width: Int) -> [String] {
    var parts: [String] = []
    let zone = width >= 100 && !dates.zone.isUTC ? " \(dates.zone.name)" : ""
    let moment = dates.moment(model.now) + zone
    if let backgroundTask = backgroundTaskWords(isWide: width >= 60) {
      parts.append(backgroundTask)
    }
    if model.settings.asOf != nil || model.isOfOtherTime {
      parts.append("AS-OF " + model.machineDates.moment(model.now) + zone)
    } else if width >= 60 {
      parts.append("\(clockWord) \(moment)")
    } else if width >= 46 {
      parts.append(moment)
    }
    if let figures = model.overview.figures {
      let total = figures.total
      let outside = figures.nonProduction
      let rest = width >= 80 && outside > 0 ? " + \(Formatting.count(outside)) sandbox" : ""
      parts.append(
        width >= 60 ? Formatting.plural(total, "sub") + rest : Formatting.count(total))
    }
    return parts
  }

  /// The task that takes long, and its progress.
  private func backgroundTaskWords(isWide: Bool) -> String? {
    if let journey = model.time.journey {
      let moment = model.machineDates.moment(journey.destination)
      let share = "\(journey.share) %"
      guard isWide else { return share }
      return journey.share < 100
        ? "reading up to \(moment) \(share)" : "working out who stood where on \(moment)"
    }
    guard let rows = model.tasks.exporting else { return nil }
    return isWide ? "writing \(Formatting.plural(rows, "row"))" : Formatting.count(rows)
  }

  /// The mode of the clock.
  private var clockWord: String {
    if let share = model.time.loading { return "LOADING \(share) %" }
    if model.time.isPaused { return "PAUSED" }
    let condition = model.settings.condition
    return condition.isFed ? "LIVE" : condition.isOnServer ? "UNFED" : "FILE"
  }

  /// The filter and its matches, and the latest message, in whose place it is where they share.
  func drawStatus(into frame: inout Frame, _ layout: FrameLayout) {
    let flash = model.messages.flash.map { ($0.text, $0.level.role) }
    let problem = model.ledger.problem.map { ($0, StyleRole.flashError) }
    let message = flash ?? problem
    if message == nil || !layout.flash.isEmpty { drawFilter(into: &frame, in: layout.status) }
    guard let message else { return }
    if !layout.flash.isEmpty {
      put(message, into: &frame, in: layout.flash)
    } else if !layout.status.isEmpty {
      put(message, into: &frame, in: layout.status)
    } else if layout.tier == .tiny {
      put(message, into: &frame, in: layout.body.row(layout.body.height - 1))
    }
  }

  /// The filter, how many match and what has arrived.
  private func drawFilter(into frame: inout Frame, in row: Rect) {
    guard !row.isEmpty else { return }
    let right = statusRight(frame)
    let width = SafeText.width(of: right)
    let room = max(0, row.width - width - 3)
    frame.put(
      joined(screen.status, room: room, frame), at: Point(x: row.x + 1, y: row.y), width: room)
    if width + 2 < row.width {
      frame.put(right, at: Point(x: row.right - width - 1, y: row.y), role: .dim)
    }
  }

  /// Draws a message in a row; one that is longer has the row above as well, unless something is
  /// open there.
  private func put(_ message: (String, StyleRole), into frame: inout Frame, in rect: Rect) {
    let width = max(0, rect.width - 2)
    let text = SafeText.sanitized(message.0)
    var lines = model.input == .none ? Paragraph(text).lines(width: max(1, width)) : [text]
    if lines.count > 2 {
      let rest = lines[1...].joined(separator: " ")
      let end = ending(of: rest, width: width)
      // The ellipsis of the first line says that the middle is missing.
      lines = end.map { [lines[0] + " " + rest, $0] } ?? [lines[0], rest]
    }
    for (place, text) in lines.prefix(2).enumerated() {
      let y = rect.y + place - min(lines.count, 2) + 1
      frame.fill(Rect(x: rect.x, y: y, width: rect.width, height: 1))
      frame.put(
        SafeText.truncated(text, to: width, ellipsis: frame.glyph(.ellipsis)),
        at: Point(x: rect.x + 1, y: y), width: width, role: message.1)
    }
  }

  /// The last sentence of what a message has beyond its first line, which says what to do; `nil`
  /// where it is longer than a line, or all there is.
  private func ending(of rest: String, width: Int) -> String? {
    guard let end = rest.dropLast().ranges(of: ". ").last else { return nil }
    let sentence = String(rest[end.upperBound...])
    return SafeText.width(of: sentence) <= width ? sentence : nil
  }

  /// As many of the parts as there is room for, the first one in any case.
  ///
  /// A long filter is cut before the number of its matches is left out.
  private func joined(_ parts: [String], room: Int, _ frame: Frame) -> String {
    var line = parts.first ?? ""
    if parts.count > 1, line.hasPrefix("/ ") {
      let rest = room - SafeText.width(of: dot(frame) + parts[1])
      if rest >= Self.filterMin {
        line = SafeText.truncated(line, to: rest, ellipsis: frame.glyph(.ellipsis))
      }
    }
    for part in parts.dropFirst() {
      let longer = line + dot(frame) + part
      guard SafeText.width(of: longer) <= room else { break }
      line = longer
    }
    return line
  }

  private func statusRight(_ frame: Frame) -> String {
    var parts: [String] = []
    if let order = screen.order(frame) { parts.append(order) }
    if let words = model.typeAheadWords { parts.append(words) }
    if model.tasks.pendingReplies.contains(.recording) {
      parts.append("recording" + frame.glyph(.ellipsis))
    }
    if model.settings.asOf != nil {
      parts.append("as-of (@l live)")
    } else {
      parts.append(model.isOfOtherTime ? "as-of" : clockWord.lowercased())
    }
    return parts.joined(separator: dot(frame))
  }

  /// The keys that matter here; `? help` first.
  func drawHints(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let ascii = frame.glyphs.set == .ascii
    let hinted = CommandTable.hints[model.screen].filter(isHinted).compactMap { command in
      model.keyMap.keys(of: command.id, on: model.screen).first.map { key in
        let hint = Hint(
          key: key.label(ascii: ascii), text: word(for: command),
          isEnabled: model.disabledReason(of: command) == nil)
        return (id: Optional(command.id), hint: hint)
      }
    }
    let help = (id: Optional(CommandID.help), hint: Hint(key: model.key(.help), text: "help"))
    let screens = (id: CommandID?.none, hint: Hint(key: screenKeys(ascii), text: "screens"))
    let all = [help] + hinted.prefix(1) + [screens] + hinted.dropFirst()
    let line = HintLine(
      all.map(\.hint),
      last: Hint(key: backKey(ascii), text: model.screen.controller.backTitle))
    frame.draw(line, in: rect)
    for place in line.places(in: rect) {
      let id = place.index < all.count ? all[place.index].id : .back
      if let id { frame.record(.command(id), in: place.rect) }
    }
  }
}

extension DashboardView {
  /// Returns a Boolean value that indicates whether a command has its place among the hints; beside
  /// what is not about single subscribers, undo has one while there is something to undo, and
  /// unknown money while there is some.
  private func isHinted(_ command: Command) -> Bool {
    if command.id == .unknownPlans {
      return model.overview.figures != nil && model.disabledReason(of: command) == nil
    }
    guard command.id == .undo else { return true }
    let isAboutSubscribers =
      CommandTable.command(.actions)?.screens.contains(model.screen) == true
    return isAboutSubscribers || model.disabledReason(of: command) == nil
  }

  /// The hint of a command.
  private func word(for command: Command) -> String {
    if command.id == .why, model.screen == .detail, model.detail?.showsWhy == true { return "less" }
    let own = command.id == .filter ? model.screen.controller.filterTitle : nil
    return own ?? command.title
  }

  /// The keys of the screens: from the first to the last where they follow one another.
  fileprivate func screenKeys(_ ascii: Bool) -> String {
    let keys = Screen.tabs.compactMap(\.command).compactMap {
      model.keyMap.keys(of: $0, on: model.screen).first?.label(ascii: ascii)
    }
    let digits = Screen.tabs.compactMap(\.number).map(String.init)
    guard keys != digits else { return "\(digits[0])-\(digits[digits.count - 1])" }
    return keys.isEmpty ? ":" : keys.joined(separator: " ")
  }

  /// The shortest key that goes back: Escape where there is no other.
  fileprivate func backKey(_ ascii: Bool) -> String {
    let keys = model.keyMap.keys(of: .back, on: model.screen).map { $0.label(ascii: ascii) }
    return keys.first { $0.count == 1 } ?? keys.first ?? ":q"
  }
}

extension Flash.Level {
  /// The theme role of the level.
  var role: StyleRole {
    switch self {
    case .info: .flashInfo
    case .warning: .flashWarn
    case .error: .flashError
    }
  }
}
