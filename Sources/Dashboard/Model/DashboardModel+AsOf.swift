import EventLedger
import SubscriptionCore

/// As-of time: the whole program at an instant of the past, or of what is projected.
extension DashboardModel {
  /// Asks for the instant.
  mutating func openAsOf() -> [Effect] {
    input = .prompt(PromptLine(.asOf, text: settings.asOf.map(dates.rfc3339) ?? ""))
    return []
  }

  /// Sets the program to the instant that a text names, relative to the live present; `nil` when
  /// the text names none.
  mutating func travel(to text: String) -> [Effect]? {
    if ["live", "now", ""].contains(text) { return comeBack() }
    let (now, zone) = (livePresent, settings.zone)
    guard
      let instant = InstantText.instant(text, now: now, in: zone)
        ?? InstantText.earlier(text, now: now, in: zone)
    else { return nil }
    return travel(to: instant)
  }

  /// Sets the program to an instant, once the ledger has been read up to it.
  mutating func travel(to instant: Timestamp) -> [Effect] {
    time.journey = AsOfSwitch(destination: instant)
    let count = Int(ledger.heardPosition ?? 0)
    let moment = machineDates.moment(instant)
    tell(
      count > Self.quicklyRead
        ? "\(Formatting.count(count)) messages are read up to \(moment), which takes a while; "
          + "keys go on working, Esc stops."
        : "Reading the ledger up to \(moment); Esc stops.")
    return [.backgroundTask(.travel(to: instant))]
  }

  /// Sets the program to the present again.
  mutating func comeBack() -> [Effect] {
    guard time.journey != nil || settings.asOf != nil else {
      tell("This is the present already.")
      return []
    }
    time.journey = nil
    return [.backgroundTask(.comeBack)]
  }

  /// The present by the clock that runs behind a look at the past.
  var livePresent: Timestamp { (time.home ?? settings.clock).present(at: machineNow) }

  /// Switches the program to the instant as of which the ledger answers from now on.
  mutating func arrive(at instant: Timestamp?) -> [Effect] {
    if let instant {
      guard time.journey?.destination == instant else { return [] }
      if settings.asOf == nil { time.home = settings.clock }
      settings.clock = .fixed(instant)
      tell("Everything is as of \(machineDates.moment(instant)); \(Self.liveWords).")
    } else {
      guard let home = time.home else { return [] }
      settings.clock = home
      time.home = nil
      tell("Live again.")
    }
    time.journey = nil
    return startAnew()
  }

  /// So many messages are read without a wait worth a warning.
  private static let quicklyRead = 200_000

  /// The words for the way back to the present.
  static let liveWords = "@l goes back to now"

  /// Drops the answers of the other instant and asks again; cursors stay on their rows.
  private mutating func startAnew() -> [Effect] {
    let former = ledger.inFlight.values.sorted().map(Effect.cancelQuestion)
    (ledger.inFlight, ledger.givenUp, ledger.asked, ledger.waiting) = ([:], [], [:], [:])
    (ledger.extras, overview.figures, overview.events) = ([:], nil, [])
    (ledger.heardPosition, ledger.shownPosition) = (nil, nil)
    events.restart()
    (events.rate, events.payload, dueFigures) = (nil, nil, nil)
    (metrics.report, metrics.answered, metrics.ahead) = (nil, nil, nil)
    (whatIf.answer, whatIf.subjectRow) = (nil, nil)
    detail?.data = nil
    detail?.isMissing = false
    for screen in Screen.lists {
      update(listOf: screen) { list in
        list.arrivals = 0
        list.window.removeRows()
      }
    }
    markStale()
    (ledger.nextPollAt, time.nextTickAt) = (machineNow, machineNow)
    now = settings.present(at: machineNow)
    return former + OverviewScreen.reload(&self) + (screen == .home ? [] : reload())
  }

  /// Handles the progress or the result of a task.
  mutating func receive(_ news: BackgroundTaskUpdate) -> [Effect] {
    switch news {
    case .reading(let share): time.journey?.share = share
    case .arrived(let instant): return arrive(at: instant)
    case .copied(let request, let text, let isKept):
      return hand(over: text, request, isKept: isKept)
    case .exportFailed(let request, let words): refuse(export: request, words)
    case .writing(let rows): tasks.exporting = rows
    case .exported(let request, let rows): finish(request, rows: rows)
    case .fileExists(let request): askToOverwrite(request)
    case .zone(let zone): return use(zone)
    case .noZone(let name, let nearest): refuse(zone: name, nearest: nearest)
    case .zoneNames(let names): search.zoneNames = names
    case .order(let answer, let order): return receive(answer, of: order)
    case .stopped: break
    case .failed(let words):
      (time.journey, tasks.exporting, search.order) = (nil, nil, nil)
      tell(words, .error)
    }
    return []
  }

  /// Stops the long task; `nil` where there is none.
  mutating func stopBackgroundTask() -> [Effect]? {
    guard time.journey != nil || tasks.exporting != nil else { return nil }
    tell(time.journey == nil ? "Nothing was written." : "Stopped; this is still the same time.")
    (time.journey, tasks.exporting) = (nil, nil)
    return [.backgroundTask(.stop)]
  }
}
