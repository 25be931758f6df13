import EventLedger
import SubscriptionCore
import TerminalUI

/// What lies at each place of the screen, read from the picture itself so that it cannot drift.
struct HitRegions {
  /// What a click means.
  enum Target {
    /// A hint or a panel's key.
    case command(CommandID)
    /// A key of what is open in front of the screen.
    case key(KeyChord)
    /// A tab.
    case screen(Screen)
    /// The heading of a column.
    case sort(SubscriberSort)
    /// A line: the model with the cursor on it.
    case line(DashboardModel)
  }

  private let model: DashboardModel
  private let frame: Frame

  /// Draws the map of a model.
  init(model: DashboardModel) {
    self.model = model
    frame = DashboardView(model: model).frame(size: model.size)
  }

  /// What lies at a place; `nil` for nothing that a click could mean.
  func target(at point: Point) -> Target? {
    let layout = model.layout
    if layout.hints.contains(point) {
      return model.input == .none
        ? hint(at: point).map(Target.command) : inputHint(at: point).map(Target.key)
    }
    if layout.tabs.contains(point) { return tab(at: point).map(Target.screen) }
    guard layout.body.contains(point) else { return nil }
    if model.input == .none, let sort = heading(at: point) { return .sort(sort) }
    return line(at: point).map(Target.line)
  }

  private func tab(at point: Point) -> Screen? {
    guard model.input == .none else { return nil }
    return Screen.tabs.first { screen in
      places(of: "\(screen.number ?? 0) \(screen.title)", in: point.y).contains(point.x)
    }
  }

  private func hint(at point: Point) -> CommandID? {
    let ascii = frame.glyphs.set == .ascii
    return CommandTable.all.first { command in
      guard command.screens.contains(model.screen) else { return false }
      let keys = model.keyMap.keys(of: command.id, on: model.screen)
      return keys.contains { key in
        let label = key.label(ascii: ascii)
        let texts = [words(of: command)] + (command.id == .back ? ["quit"] : [])
        return texts.contains { places(of: "\(label) \($0)", in: point.y).contains(point.x) }
      }
    }?.id
  }

  private func words(of command: Command) -> String {
    DashboardView(model: model).word(for: command)
  }

  /// The key of what is open in front of the screen.
  private func inputHint(at point: Point) -> KeyChord? {
    guard let hints = model.inputHints else { return nil }
    let ascii = frame.glyphs.set == .ascii
    return (hints.lines + [hints.last]).first { line in
      places(of: "\(line.key.label(ascii: ascii)) \(line.text)", in: point.y).contains(point.x)
    }?.key
  }

  /// The order that a heading stands for.
  private func heading(at point: Point) -> SubscriberSort? {
    guard model.screen == .subscribers, frame[point.x, point.y].role == .header else { return nil }
    return ListColumn.allCases.first { column in
      places(of: column.heading, in: point.y).contains(point.x)
    }?.sort
  }

  /// The columns that a word takes in a row, as a word of its own; empty where it is not there.
  private func places(of word: String, in y: Int) -> Range<Int> {
    let row = frame.row(y).map(\.text)
    let letters = word.map(String.init)
    guard row.count >= letters.count, !letters.isEmpty else { return 0..<0 }
    for start in 0...(row.count - letters.count)
    where Array(row[start..<(start + letters.count)]) == letters {
      let end = start + letters.count
      let isWhole =
        (start == 0 || Self.isEdge(row[start - 1])) && (end == row.count || Self.isEdge(row[end]))
      if isWhole { return start..<end }
    }
    return 0..<0
  }

  private static func isEdge(_ text: String) -> Bool {
    !(text.first?.isLetter == true || text.first?.isNumber == true)
  }

  // MARK: Lines

  /// The model whose cursor would be on the line at a place.
  private func line(at point: Point) -> DashboardModel? {
    var best: (model: DashboardModel, x: Int)?
    for candidate in candidates {
      let drawn = DashboardView(model: candidate).frame(size: candidate.size)
      guard let cursor = drawn.cursor, cursor.y == point.y, cursor.x <= point.x else { continue }
      if best.map({ cursor.x > $0.x }) ?? true { best = (candidate, cursor.x) }
    }
    return best?.model
  }

  /// The models that differ from this one by the place of the cursor among the lines in view.
  private var candidates: [DashboardModel] {
    if case .menu(let menu) = model.input {
      return menu.items.indices.map { index in
        changed { model in
          var menu = menu
          menu.selection = index
          model.input = .menu(menu)
        }
      }
    }
    guard model.input == .none else { return [] }
    switch model.screen {
    case .subscribers, .due:
      guard let window = model.list?.window else { return [] }
      let top = window.topIndex
      let height = model.listHeight
      return (top..<min(window.rows.count, top + height)).map { index in
        changed { model in
          model.update(listOf: model.screen) { $0.window.select(line: index, height: height) }
        }
      }
    case .events:
      let lines = model.events.lines
      let range = model.events.top..<min(lines.count, model.events.top + model.eventsHeight)
      return range.map { index in
        changed { model in
          model.events.selected = lines[index].key
          if index > 0 { model.events.isFollowing = false }
        }
      }
    case .overview:
      return OverviewState.Pane.allCases.flatMap { pane in
        let count = changed { $0.overview.pane = pane }.linesOfPane
        return (0..<count).map { index in
          changed { model in
            model.overview.pane = pane
            model.overview.lines[pane] = index
          }
        }
      }
    case .detail:
      let count = model.detail?.data?.events.count ?? 0
      let line = model.detail?.line ?? 0
      let near = max(0, line - model.size.height)..<min(count, line + model.size.height)
      return near.map { index in
        changed { model in
          model.detail?.line = index
          model.detail?.pane = .events
        }
      }
    case .help: return []
    }
  }

  private func changed(_ change: (inout DashboardModel) -> Void) -> DashboardModel {
    var copy = model
    change(&copy)
    return copy
  }
}
