import EventLedger
import SubscriptionCore
import TerminalUI

/// As-of time: the whole program at an instant of the past, or of what is projected.
extension DashboardModel {
  /// Asks for the instant.
  mutating func openAsOf() -> [Effect] {
    input = .prompt(PromptLine(.asOf, text: settings.asOf.map(dates.rfc3339) ?? ""))
    return []
  }

  /// Sets the program to the instant that a text names, relative to the live present.
  ///
  /// - Returns: What to do; `nil` when the text names none.
  mutating func travel(to text: String) -> [Effect]? {
    if ["live", "now", ""].contains(text) { return comeBack() }
    guard let instant = InstantText.instant(text, now: livePresent, in: settings.zone) else {
      return nil
    }
    return travel(to: instant)
  }

  /// Sets the program to an instant, once the ledger has been read up to it.
  mutating func travel(to instant: Timestamp) -> [Effect] {
    journey = AsOfSwitch(to: instant)
    let messages = Int(heardPosition ?? 0)
    let moment = machineDates.moment(instant)
    tell(
      messages > Self.quicklyRead
        ? "\(Words.count(messages)) messages are read up to \(moment), which takes a while; "
          + "keys go on working, Esc stops."
        : "Reading the ledger up to \(moment); Esc stops.")
    return [.backgroundTask(.travel(to: instant))]
  }

  /// Sets the program to the present again.
  mutating func comeBack() -> [Effect] {
    guard journey != nil || settings.asOf != nil else {
      tell("This is the present already.")
      return []
    }
    journey = nil
    return [.backgroundTask(.comeBack)]
  }

  /// The present by the clock that runs behind a look at the past.
  var livePresent: Timestamp { (liveClock ?? settings.clock).present(at: machineNow) }

  /// Takes the news that the ledger answers as of another instant from now on.
  mutating func arrive(at instant: Timestamp?) -> [Effect] {
    if let instant {
      guard journey?.destination == instant else { return [] }
      if settings.asOf == nil { liveClock = settings.clock }
      settings.clock = .fixed(instant)
      tell("Everything is as of \(machineDates.moment(instant)); \(Self.liveWords).")
    } else {
      guard let home = liveClock else { return [] }
      settings.clock = home
      liveClock = nil
      tell("Live again.")
    }
    journey = nil
    return startAnew()
  }

  /// So many messages are read without a wait worth a warning.
  private static let quicklyRead = 200_000

  /// How one comes back to the present.
  static let liveWords = "@l goes back to now"

  /// Forgets what the other present answered, and asks again; cursors stay on their rows.
  private mutating func startAnew() -> [Effect] {
    (inFlight, asked, waiting) = ([:], [:], [:])
    (extras, overview.figures, overview.events) = ([:], nil, [])
    (heardPosition, shownPosition) = (nil, nil)
    events.restart()
    (events.rate, events.payload, dueFigures) = (nil, nil, nil)
    detail?.data = nil
    detail?.isMissing = false
    (subscribers.arrivals, due.arrivals) = (0, 0)
    markStale()
    (nextPollAt, nextTickAt) = (machineNow, machineNow)
    now = settings.present(at: machineNow)
    let figures = ask(.overview(events: OverviewState.eventsMax, now: now), for: .overview)
    return figures + (screen == .overview ? [] : reload())
  }

  /// Takes the news of an errand.
  mutating func take(_ news: BackgroundTaskUpdate) -> [Effect] {
    switch news {
    case .reading(let share): journey?.share = share
    case .arrived(let instant): return arrive(at: instant)
    case .copied(let request, let text, let isKept):
      return hand(over: text, request, isKept: isKept)
    case .exportFailed(let request, let words): refuse(export: request, words)
    case .writing(let rows): exporting = rows
    case .exported(let request, let rows): finish(request, rows: rows)
    case .fileExists(let request): askToOverwrite(request)
    case .zone(let zone): return use(zone)
    case .noZone(let name, let nearest): refuse(zone: name, nearest: nearest)
    case .zoneNames(let names): zoneNames = names
    case .order(let answer, let order): return take(answer, of: order)
    case .stopped: break
    case .failed(let words):
      (journey, exporting, orderSearch) = (nil, nil, nil)
      tell(words, .error)
    }
    return []
  }

  /// Ends what takes long; `nil` where nothing does.
  mutating func stopBackgroundTask() -> [Effect]? {
    guard journey != nil || exporting != nil else { return nil }
    tell(journey == nil ? "Nothing was written." : "Stopped; this is still the same time.")
    (journey, exporting) = (nil, nil)
    return [.backgroundTask(.stop)]
  }

  /// Takes a key while a line of text is asked for.
  mutating func take(_ press: KeyPress, _ line: PromptLine) -> [Effect] {
    var line = line
    switch KeyChord(press).name {
    case "Esc":
      input = .none
      return []
    case "Enter": return answer(&line)
    case _:
      guard line.field.take(press) else { return [] }
      line.problem = ""
      input = .prompt(line)
      return []
    }
  }

  private mutating func answer(_ line: inout PromptLine) -> [Effect] {
    let text = line.field.text.trimmed
    switch line.purpose {
    case .asOf:
      guard let effects = travel(to: text) else {
        line.problem = "'\(text)' is not a time"
        input = .prompt(line)
        return []
      }
      input = .none
      return effects
    case .snooze(let ids): return snooze(ids, until: &line)
    case .viewName:
      guard !text.isEmpty else {
        line.problem = "a name is needed"
        input = .prompt(line)
        return []
      }
      input = .none
      return saveView(named: text)
    case .exportFile(var request):
      guard !text.isEmpty else {
        line.problem = "a name is needed"
        input = .prompt(line)
        return []
      }
      input = .none
      request.path = text
      return export(request)
    }
  }
}
