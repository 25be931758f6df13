import EventLedger
import SubscriptionCore
import Synchronization

/// Runs the dashboard's effects off the drawing thread and posts their results.
public final class EffectRunner: Sendable {
  /// Records an operator's action and returns its events, one for each subscriber; its errors are
  /// shown by their description.
  public typealias Recorder = @Sendable (OperatorAction) throws -> [EventID]
  /// Saves a view over the one of its name that the dashboard knows, and returns it with its digit;
  /// its errors are shown by their description.
  public typealias ViewKeeper = @Sendable (SavedView, _ known: SavedView?) throws -> SavedView
  /// Saves an action with its events for undo in later sessions; its errors are shown by their
  /// description.
  public typealias UndoKeeper = @Sendable (OperatorAction, [EventID]) throws -> Void

  /// Saves a choice of appearance; its errors are shown by their description.
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
  private let presence: @Sendable (SubscriptionID?) -> [String]
  private let post: @Sendable (DashboardMessage) -> Void
  /// The exports and actions under way: the program does not end in the middle of one.
  private let unfinished = UnfinishedTasks()
  /// The results of exports and actions that were not carried out.
  private let failures = Mutex<[DashboardMessage]>([])
  private let polling = Mutex(Polling.idle)
  /// The questions to the ledger, by their numbers.
  private let questions = UnfinishedTasks()

  /// The state of the poll for news.
  private enum Polling { case idle, looking, wantedAgain }

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - ledger: The ledger.
  ///   - policy: The policy that answers are computed with; the ledger's own.
  ///   - record: Writes an operator's action.
  ///   - keepUndo: Keeps what is needed to take it back, as soon as it is written.
  ///   - saveView: Writes a view down for later sessions.
  ///   - saveAppearance: Keeps a choice of looks for later sessions.
  ///   - commands: Runs the user's own programs.
  ///   - clock: Told when the user changes the demo's clock.
  ///   - outside: The dependencies outside of the ledger.
  ///   - post: Takes a message back to the program, from any thread.
  public init(
    ledger: any Ledger, policy: ChurnPolicy, record: @escaping Recorder,
    keepUndo: @escaping UndoKeeper = { _, _ in },
    saveView: @escaping ViewKeeper = { view, _ in view },
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
    (condition, presence) = (outside.condition, outside.presence)
    self.post = post
    backgroundTasks = BackgroundTaskRunner(ledger: ledger, policy: policy, outside: outside)
  }

  /// Starts an effect and returns at once.
  public func perform(_ effect: Effect) {
    switch effect {
    case .poll: poll()
    case .ask(_, _, let request):
      questions.begin(as: request) { [self] in
        ReadCancellation.$isAllowed.withValue(true) { post(message(for: effect)) }
      }
    case .cancelQuestion(let request): questions.cancel(request)
    case .record, .recordAccess, .showPresence, .saveView, .saveAppearance, .prepare,
      .runCommand:
      let act: @Sendable () -> Void = { [self] in report(message(for: effect)) }
      switch effect {
      case .record, .recordAccess, .saveView, .saveAppearance: unfinished.begin(act)
      case _: Task.detached(priority: .userInitiated) { act() }
      }
    case .backgroundTask(let backgroundTask): begin(backgroundTask)
    case .cancelCommand: commands?.cancel()
    case .clock(let value): clock(value)
    case .terminal: break
    }
  }

  /// Polls for news, and once more for a request during the poll.
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
    let result: @Sendable () -> DashboardMessage? = { [self] in
      backgroundTasks.perform(backgroundTask) { post(.backgroundTask($0)) }
        .map(DashboardMessage.backgroundTask)
    }
    if case .export = backgroundTask {
      unfinished.begin { [self] in
        if let result = result() { report(result) }
      }
    } else {
      Task.detached(priority: .userInitiated) { [self] in
        if let result = result() { post(result) }
      }
    }
  }

  /// Posts a result, and stores it where it says that something was not done.
  private func report(_ message: DashboardMessage) {
    if message.failureAtEnd != nil { failures.withLock { $0.append(message) } }
    post(message)
  }

  /// A Boolean value that indicates whether an export or an action is under way.
  public var isBusy: Bool { unfinished.count > 0 }

  /// Stops long tasks, and waits until exports and actions are written.
  ///
  /// - Parameter unhandled: Returns the messages that the program did not handle; it is called
  ///   when nothing is under way any longer.
  /// - Returns: The failures among them, in sentences that say what was not done.
  public func end(unhandled: @Sendable () -> [DashboardMessage]) async -> [String] {
    _ = backgroundTasks.perform(.stop) { _ in }
    await unfinished.end()
    let rest = Set(unhandled())
    return failures.withLock(\.self).filter(rest.contains).compactMap(\.failureAtEnd)
  }

  /// Performs an effect on the calling thread and returns the result.
  public func message(for effect: Effect) -> DashboardMessage {
    switch effect {
    case .ask(let query, let slot, let request):
      do throws(LedgerError) {
        let answer = try backgroundTasks.view.reader.answer(query)
        return .answer(answer, slot: slot, request: request)
      } catch {
        if case .canceled = error { return .canceled(slot: slot, request: request) }
        return failure(error, slot: slot, request: request)
      }
    case .cancelQuestion(let request):
      questions.cancel(request)
      return .wake
    case .poll:
      do throws(LedgerError) {
        let condition = condition()
        return .polled(try ledger.lastPosition(), condition)
      } catch {
        return failure(error, slot: nil, request: 0)
      }
    case .record(let action):
      return attempt("Nothing was recorded") {
        let events = try record(action)
        return .recorded(action, events, trouble: trouble { try keepUndo(action, events) })
      }
    case .recordAccess(let access):
      do throws(LedgerError) {
        try ledger.record(access)
        return .wake
      } catch {
        return .accessNotRecorded(error.description)
      }
    case .showPresence(let id):
      let colleagues = presence(id)
      return id.map { .colleagues(colleagues, on: $0) } ?? .wake
    case .saveView(let view, let known):
      return attempt("The view was not saved") { .savedView(try saveView(view, known)) }
    case .saveAppearance(let choice):
      return attempt("The choice holds until the end only") {
        try saveAppearance(choice)
        return .wake
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

  /// Runs a task; the words before its error say what was not done.
  private func attempt(
    _ failure: String, _ task: () throws -> DashboardMessage
  ) -> DashboardMessage {
    do {
      return try task()
    } catch {
      let words = "\(failure): \(Formatting.reason(of: error))"
      if case LedgerError.newer = error { return .superseded(words) }
      return .failed(words, slot: nil, request: 0)
    }
  }

  private func trouble(_ act: () throws -> Void) -> String? {
    do {
      try act()
      return nil
    } catch {
      return Formatting.reason(of: error)
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
      return .failed("\(command.title): \(Formatting.reason(of: error)).", slot: nil, request: 0)
    }
  }
}

/// Tasks off the drawing thread, by number until they end.
final class UnfinishedTasks: Sendable {
  private struct State {
    var last = 0
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// The number of unfinished tasks.
  var count: Int { state.withLock(\.tasks.count) }

  /// Starts a task off the caller's thread, with a number that no running one has; without one,
  /// with the next.
  func begin(as number: Int? = nil, _ work: @escaping @Sendable () -> Void) {
    state.withLock { state in
      let number = number ?? state.last + 1
      state.last = max(state.last, number)
      // It ends no sooner than the lock is let go, so that it is there to be forgotten.
      state.tasks[number] = Task.detached(priority: .userInitiated) { [self] in
        work()
        self.state.withLock { $0.tasks[number] = nil }
      }
    }
  }

  /// Cancels a task, if it has not ended.
  func cancel(_ number: Int) { state.withLock { $0.tasks[number]?.cancel() } }

  /// Waits for the tasks started before.
  func end() async {
    for task in state.withLock({ Array($0.tasks.values) }) { await task.value }
  }
}
