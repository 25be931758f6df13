import EventLedger
import SubscriptionCore
import Synchronization

/// Runs background tasks away from the thread that draws, one long one at a time.
///
/// It also knows which ledger answers questions: the live one, or a copy of the past.
final class BackgroundTaskRunner: Sendable {
  /// A ledger and its reader.
  struct View: Sendable {
    let ledger: any Ledger
    let reader: LedgerReader

    init(_ ledger: any Ledger, policy: ChurnPolicy) {
      self.ledger = ledger
      reader = LedgerReader(ledger: ledger, policy: policy)
    }
  }

  private struct State {
    var view: View
    /// The number of the latest long task; an older one stops where it sees another number.
    var latest = 0
  }

  private let live: View
  private let policy: ChurnPolicy
  private let outside: DashboardDependencies
  private let state: Mutex<State>

  /// Creates a runner that begins in the present.
  init(ledger: any Ledger, policy: ChurnPolicy, outside: DashboardDependencies) {
    live = View(ledger, policy: policy)
    (self.policy, self.outside) = (policy, outside)
    state = Mutex(State(view: live))
  }

  /// The ledger that answers queries now.
  var view: View { state.withLock { $0.view } }

  /// Runs a task on the calling thread, posts its progress and returns the result, if there is one.
  func perform(_ backgroundTask: BackgroundTask, post: (BackgroundTaskUpdate) -> Void)
    -> BackgroundTaskUpdate?
  {
    switch backgroundTask {
    case .travel(let instant): return travel(to: instant, post: post)
    case .comeBack:
      state.withLock { state in (state.view, state.latest) = (live, state.latest + 1) }
      return .arrived(at: nil)
    case .jump(let instant):
      outside.jump(instant)
      return nil
    case .copy(let request):
      do {
        let text = try outside.words(request, view.ledger)
        return .copied(request, text: text, isKept: outside.keepCopy(text))
      } catch {
        return .failed("Nothing was copied: \(Formatting.reason(of: error))")
      }
    case .export(let request): return export(request, post: post)
    case .zone(let name):
      if let zone = outside.zone(name) { return .zone(zone) }
      return .noZone(named: name, nearest: ZoneName.nearest(to: name, in: outside.zoneNames()))
    case .zoneNames: return .zoneNames(outside.zoneNames())
    case .lookUp(let order, let actor, let now):
      do throws(LedgerError) {
        return .order(try live.ledger.lookUp(order, actor: actor, now: now), of: order)
      } catch {
        return .failed("Nothing was asked: \(error.description)")
      }
    case .stop:
      state.withLock { $0.latest += 1 }
      return nil
    }
  }

  private func travel(to instant: Timestamp, post: (BackgroundTaskUpdate) -> Void)
    -> BackgroundTaskUpdate
  {
    let number = begin()
    do throws(LedgerError) {
      let last = max(1, try live.ledger.lastPosition())
      var told = -1
      let past = try live.ledger.asOf(instant) { position in
        let share = Int(position * 100 / last)
        if share > told {
          told = share
          post(.reading(share: share))
        }
        return isLatest(number)
      }
      guard let past else { return .stopped }
      let view = View(past, policy: policy)
      let isWanted = state.withLock { state in
        guard state.latest == number else { return false }
        state.view = view
        return true
      }
      return isWanted ? .arrived(at: instant) : .stopped
    } catch {
      return .failed(error.description)
    }
  }

  private func export(_ request: ExportRequest, post: (BackgroundTaskUpdate) -> Void)
    -> BackgroundTaskUpdate
  {
    let number = begin()
    do {
      return try outside.export(request, view.ledger) { rows in
        post(.writing(rows: rows))
        return isLatest(number)
      }
    } catch {
      return .exportFailed(request, words: Formatting.reason(of: error))
    }
  }

  private func begin() -> Int {
    state.withLock { state in
      state.latest += 1
      return state.latest
    }
  }

  private func isLatest(_ number: Int) -> Bool { state.withLock { $0.latest == number } }
}
