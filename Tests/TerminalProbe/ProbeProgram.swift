import TerminalUI

/// The probe as a program: a list of what happened.
struct ProbeProgram: Program {
  struct Model {
    var events: [String] = []
    var reportsMouse = false
    var isFinished = false
  }

  enum Message: Sendable {
    case press(KeyPress)
    case event(String)
  }

  enum Effect: Sendable {
    case suspend
    case mouse(Bool)
    case copy(String)
    case crash
    case post
    case askBackground
  }

  let tier: ColorTier

  func message(for event: TerminalEvent, in model: Model) -> Message? {
    switch event {
    case .key(let press): .press(press)
    case .resize(let size): .event("resize \(size.width)x\(size.height)")
    case .paste(let text): .event("paste \(text.unicodeScalars.count) \(text)")
    case .focus(let isIn): .event("focus \(isIn)")
    case .mouse(let mouse): .event("mouse \(mouse.action) \(mouse.point.x),\(mouse.point.y)")
    case .timeout: .event("timeout")
    case .resumed: .event("resumed")
    case .ran(let status): .event("ran \(status)")
    case .terminate(let signal): .event("terminate \(signal)")
    case .closed: .event("closed")
    case .shown: nil
    case .background(let color): .event("background \(color.notation)")
    }
  }

  func update(_ model: inout Model, _ message: Message, now: Int64) -> [Effect] {
    switch message {
    case .event(let text):
      model.events.append(text)
      return []
    case .press(let press):
      model.events.append("key \(press)")
      switch press.description {
      case "q": model.isFinished = true
      case "^z": return [.suspend]
      case "m":
        model.reportsMouse.toggle()
        return [.mouse(model.reportsMouse)]
      case "c": return [.copy("word")]
      case "!": return [.crash]
      case "p": return [.post]
      case "b": return [.askBackground]
      case _: break
      }
      return []
    }
  }

  func view(_ model: Model, size: Size) -> Frame {
    var frame = Frame(size: size)
    let rect = frame.bounds
    frame.draw(
      Panel(title: "probe \(size.width)x\(size.height) \(tier) 山田", hint: "q quit"), in: rect)
    let content = Panel.content(of: rect)
    for (row, event) in model.events.suffix(content.height).enumerated() {
      frame.put(event, at: Point(x: content.x, y: content.y + row), width: content.width)
    }
    let last = min(model.events.count, content.height) - 1
    if last >= 0 {
      frame.overlay(.cursor, in: content.row(last))
      frame.cursor = Point(x: content.x, y: content.y + last)
    }
    return frame
  }

  func isFinished(_ model: Model) -> Bool { model.isFinished }

  func request(for effect: Effect) -> TerminalRequest? {
    switch effect {
    case .suspend: .suspend
    case .mouse(let on): .mouse(on)
    case .copy(let text): .copy(text)
    case .askBackground: .askBackground
    case .crash, .post: nil
    }
  }
}
