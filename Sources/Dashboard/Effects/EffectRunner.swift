import EventLedger
import SubscriptionCore
import Synchronization

/// Performs the dashboard's effects away from the thread that draws, and posts what came of them.
public final class EffectRunner: Sendable {
  /// Writes an operator's action and answers with its events, one for each subscriber; what it
  /// throws is shown in the words of its description.
  public typealias Recorder = @Sendable (OperatorAction) throws -> [EventID]
  /// Writes a view down; what it throws is shown in the words of its description.
  public typealias ViewKeeper = @Sendable (SavedView) throws -> Void
  /// Keeps for later sessions that an action was recorded as some events; what it throws is shown
  /// in the words of its description.
  public typealias UndoKeeper = @Sendable (OperatorAction, [EventID]) throws -> Void

  /// Keeps a choice of looks; what it throws is shown in the words of its description.
  public typealias AppearanceSaver = @Sendable (AppearanceChoice) throws -> Void

  private let ledger: any Ledger
  private let backgroundTasks: BackgroundTaskRunner
  private let record: Recorder
  private let keepUndo: UndoKeeper
  private let saveView: ViewKeeper
  private let saveAppearance: AppearanceSaver
  private let commands: (any CommandRunning)?
  private let clock: @Sendable (DashboardClock) -> Void
  private let condition: @Sendable () -> LedgerCondition
  private let post: @Sendable (DashboardMessage) -> Void
  /// The exports and actions that were begun: the program does not end in the middle of one.
  private let unfinished = UnfinishedTasks()
  private let polling = Mutex(Polling.idle)

  /// Whether somebody looks for news at present, and whether somebody asked to meanwhile.
  private enum Polling { case idle, looking, wantedAgain }

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - ledger: What is read.
  ///   - policy: The policy that answers are computed with; the ledger's own.
  ///   - record: Writes an operator's action.
  ///   - keepUndo: Keeps what is needed to take it back, as soon as it is written.
  ///   - saveView: Writes a view down for later sessions.
  ///   - saveAppearance: Keeps a choice of looks for later sessions.
  ///   - commands: Runs the user's own programs.
  ///   - clock: Told when the user changes the demo's clock.
  ///   - outside: What the program does that the dashboard cannot.
  ///   - post: Takes a message back to the program, from any thread.
  public init(
    ledger: any Ledger, policy: ChurnPolicy, record: @escaping Recorder,
    keepUndo: @escaping UndoKeeper = { _, _ in },
    saveView: @escaping ViewKeeper = { _ in },
    saveAppearance: @escaping AppearanceSaver = { _ in }, commands: (any CommandRunning)? = nil,
    clock: @escaping @Sendable (DashboardClock) -> Void = { _ in },
    outside: DashboardDependencies = DashboardDependencies(),
    post: @escaping @Sendable (DashboardMessage) -> Void
  ) {
    self.ledger = ledger
    (self.record, self.keepUndo) = (record, keepUndo)
    self.saveView = saveView
    self.saveAppearance = saveAppearance
    self.commands = commands
    self.clock = clock
    condition = outside.condition
    self.post = post
    backgroundTasks = BackgroundTaskRunner(ledger: ledger, policy: policy, outside: outside)
  }

  /// Begins an effect and returns at once.
  public func perform(_ effect: Effect) {
    switch effect {
    case .poll: poll()
    case .ask, .record, .saveView, .saveAppearance, .prepare, .runCommand:
      let act: @Sendable () -> Void = { [self] in post(message(for: effect)) }
      if case .record = effect {
        unfinished.begin(act)
      } else {
        Task.detached(priority: .userInitiated) { act() }
      }
    case .backgroundTask(let backgroundTask): begin(backgroundTask)
    case .cancelCommand: commands?.cancel()
    case .clock(let value): clock(value)
    case .terminal: break
    }
  }

  /// Looks for news, and once more where somebody asked while it looked.
  private func poll() {
    let begins = polling.withLock { state in
      defer { state = state == .idle ? .looking : .wantedAgain }
      return state == .idle
    }
    guard begins else { return }
    Task.detached(priority: .utility) { [self] in
      repeat { post(message(for: .poll)) } while isPollWantedAgain()
    }
  }

  private func isPollWantedAgain() -> Bool {
    polling.withLock { state in
      defer { state = state == .wantedAgain ? .looking : .idle }
      return state == .wantedAgain
    }
  }

  private func begin(_ backgroundTask: BackgroundTask) {
    let act: @Sendable () -> Void = { [self] in
      if let news = backgroundTasks.perform(backgroundTask, post: { post(.backgroundTask($0)) }) {
        post(.backgroundTask(news))
      }
    }
    if case .export = backgroundTask {
      unfinished.begin(act)
    } else {
      Task.detached(priority: .userInitiated) { act() }
    }
  }

  /// Ends what takes long, and waits until nothing half written is left and every action is.
  public func end() async {
    _ = backgroundTasks.perform(.stop) { _ in }
    await unfinished.end()
  }

  /// Performs an effect on the calling thread.
  ///
  /// - Returns: What came of it.
  public func message(for effect: Effect) -> DashboardMessage {
    switch effect {
    case .ask(let query, let slot, let request):
      do throws(LedgerError) {
        return .answer(try backgroundTasks.view.reader.answer(query), slot: slot, request: request)
      } catch {
        return failure(error, slot: slot, request: request)
      }
    case .poll:
      do throws(LedgerError) {
        let condition = condition()
        return .polled(try ledger.lastPosition(), condition)
      } catch {
        return failure(error, slot: nil, request: 0)
      }
    case .record(let action):
      do {
        let events = try record(action)
        return .recorded(action, events, trouble: trouble { try keepUndo(action, events) })
      } catch {
        if case LedgerError.newer = error {
          return .superseded("Nothing was recorded: \(Words.reason(of: error))")
        }
        return .failed("Nothing was recorded: \(Words.reason(of: error))", slot: nil, request: 0)
      }
    case .saveView(let view):
      do {
        try saveView(view)
        return .savedView(view)
      } catch {
        return .failed("The view was not saved: \(Words.reason(of: error))", slot: nil, request: 0)
      }
    case .saveAppearance(let choice):
      do {
        try saveAppearance(choice)
        return .wake
      } catch {
        return .failed(
          "The choice holds until the end only: \(Words.reason(of: error))", slot: nil, request: 0)
      }
    case .prepare(let command, let id, let now): return prepare(command, about: id, now: now)
    case .runCommand(let prepared):
      let outcome =
        commands?.run(prepared)
        ?? CommandOutcome(prepared, .notStarted("programs are not run here"))
      return .ran(outcome)
    case .cancelCommand:
      commands?.cancel()
      return .wake
    case .clock(let value):
      clock(value)
      return .wake
    case .backgroundTask(let backgroundTask):
      return backgroundTasks.perform(backgroundTask) { _ in }.map(DashboardMessage.backgroundTask)
        ?? .wake
    case .terminal: return .wake
    }
  }

  private func failure(_ error: LedgerError, slot: Slot?, request: Int) -> DashboardMessage {
    if case .newer = error { return .superseded(error.description) }
    return .failed(error.description, slot: slot, request: request)
  }

  private func trouble(_ act: () throws -> Void) -> String? {
    do {
      try act()
      return nil
    } catch {
      return Words.reason(of: error)
    }
  }

  private func prepare(
    _ command: CustomCommand, about id: SubscriptionID?, now: Timestamp
  ) -> DashboardMessage {
    do {
      let values =
        try id.map { try backgroundTasks.view.reader.placeholders(of: $0, now: now) } ?? [:]
      return .prepared(try PreparedCommand(command, about: id, values: values))
    } catch {
      return .failed(
        "\(command.title): \(Words.reason(of: error)).", slot: nil, request: 0)
    }
  }
}
