import EventLedger
import SubscriptionCore

extension SyncPlan {
  /// A plan in the making.
  struct Draft {
    /// A subscription to ask about.
    struct Wanted {
      var id: SubscriptionID
      var app: StoreApp
      var reason: StoreRequest.Reason
    }

    let ledger: any Ledger
    let apps: [StoreApp]
    let checkpoints: SyncCheckpoints
    let policy: SyncPolicy
    let now: Timestamp
    private(set) var left = 0
    private var wanted: [Wanted] = []
    private var seen: Set<SubscriptionID> = []
    private var counts: [StoreApp: Int] = [:]

    init(
      ledger: any Ledger, apps: [StoreApp], checkpoints: SyncCheckpoints, policy: SyncPolicy,
      now: Timestamp
    ) {
      (self.ledger, self.apps, self.checkpoints) = (ledger, apps, checkpoints)
      (self.policy, self.now) = (policy, now)
    }

    /// What was added since the last call.
    mutating func takeQuestions() -> [Wanted] {
      defer { wanted = [] }
      return wanted
    }

    /// Adds what somebody requested, the longest wait first.
    mutating func addRequests() throws(LedgerError) {
      for id in try ledger.openRefreshRequests(limit: pageSize) {
        guard let row = try ledger.summary(id), let at = row.refreshRequestedAt else { continue }
        add(row, .requested(at))
      }
    }

    /// Adds those whose access is at risk or lost, the nearest loss first, and those of whom the
    /// store has not said what became of them.
    mutating func addAtRisk() throws(LedgerError) {
      let quiet = "last>=\(max(1, policy.answerTTL.wholeMilliseconds / 1_000))s"
      for row in try rows("state:grace,renewalPending \(quiet)", by: .losesAccess) {
        add(row, .losesAccess(row.status.losesAccessAt))
      }
      for row in try rows("state:hold \(quiet)", by: .retryEnds) {
        add(row, .retrying(until: row.status.retryEnds))
      }
      for text in ["state:paused resumes<0d", "state:expired anomalies>0 ended<14d"] {
        for row in try rows("\(text) \(quiet)", by: .id) { add(row, .overdue) }
      }
    }

    /// Adds purchases that nothing but notifications tell of.
    ///
    /// Those of Google Play say that something changed, and neither what was bought nor until when.
    /// The latest come first, as the store has forgotten the oldest.
    mutating func addUnanswered() throws(LedgerError) {
      for id in try ledger.notYetAsked(limit: pageSize) {
        guard let row = try ledger.summary(id) else { continue }
        add(row, .unanswered)
      }
    }

    private func rows(
      _ filter: String, by sort: SubscriberSort
    ) throws(LedgerError) -> [SubscriberSummary] {
      guard let filter = try? Filter.parse(filter) else { return [] }
      return try ledger.subscribers(
        SubscriberQuery(filter: filter, sort: sort, limit: pageSize)
      ).rows
    }

    /// Enough rows to fill every quota though some are not to be asked about yet.
    private var pageSize: Int {
      policy.lookupsMax * max(1, apps.count) + min(checkpoints.waitCount, 5_000) + 1
    }

    private mutating func add(_ row: SubscriberSummary, _ reason: StoreRequest.Reason) {
      guard let app = apps.first(where: { $0.covers(row) }), !seen.contains(row.id),
        !checkpoints.waits(row.id, at: now)
      else { return }
      guard counts[app, default: 0] < policy.lookupsMax else {
        left += 1
        return
      }
      counts[app, default: 0] += 1
      seen.insert(row.id)
      wanted.append(Wanted(id: row.id, app: app, reason: reason))
    }

    /// The walk of a kind that is due: the one that was not finished, or the next.
    func walk(_ kind: HistoryScan.Kind, of app: StoreApp) -> StoreRequest? {
      guard kind.store == app.store else { return nil }
      let progress = checkpoints[app, kind]
      let earliest = now - kind.reach
      if let open = progress.open, open.from >= earliest {
        return StoreRequest(.walk(open), of: app)
      }
      guard let readTo = progress.readTo else {
        let walk = HistoryScan(kind, from: earliest, to: now, onlyFailures: false)
        return StoreRequest(.walk(walk), of: app)
      }
      guard now - readTo >= policy.every(kind) else { return nil }
      let from = max(earliest, readTo - policy.overlap)
      // What a gap longer than the App Store's own tries lost is found among its failures as well.
      let walk = HistoryScan(kind, from: from, to: now, onlyFailures: kind == .notifications)
      return from < now ? StoreRequest(.walk(walk), of: app) : nil
    }
  }
}
