import EventLedger
import SubscriptionCore

extension SyncPlan {
  /// A plan that is being built.
  struct Draft {
    /// A subscription whose status is to be requested.
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

    /// The subscriptions that were added since the last call.
    mutating func takeQuestions() -> [Wanted] {
      defer { wanted = [] }
      return wanted
    }

    /// Adds requested refreshes, the oldest first.
    mutating func addRequests() throws(LedgerError) {
      try add(ledger.openRefreshRequests(limit: Self.idsMax)) { row in
        row.refreshRequestedAt.map { .requested($0) }
      }
    }

    /// Adds subscriptions whose access is at risk or lost, the nearest loss first, and overdue
    /// ones.
    mutating func addAtRisk() throws(LedgerError) {
      let quiet = "last>=\(max(1, policy.answerTTL.wholeMilliseconds / 1_000))s"
      try addRows("state:grace,renewalPending \(quiet)", by: .losesAccess) { row in
        row.status.access.granted ? .losesAccess(row.status.losesAccessAt) : .overdue
      }
      try addRows("state:hold \(quiet)", by: .retryEnds) { row in
        .retrying(until: row.status.retryEnds)
      }
      for text in ["state:paused resumes<0d", "state:expired anomalies>0 ended<14d"] {
        try addRows("\(text) \(quiet)", by: .id) { _ in .overdue }
      }
    }

    /// Adds purchases that are known by notifications only.
    ///
    /// Notifications of Google Play state neither the product nor the expiry. The latest come
    /// first, because the store may have deleted the oldest.
    mutating func addUnanswered() throws(LedgerError) {
      try add(ledger.notYetAsked(limit: Self.idsMax)) { _ in .unanswered }
    }

    /// Adds subscriptions page by page, until every quota is exceeded or none is left.
    private mutating func add(
      _ ids: [SubscriptionID], _ reason: (SubscriberSummary) -> StoreRequest.Reason?
    ) throws(LedgerError) {
      var rest = ids[...]
      while !rest.isEmpty, hasRoom {
        for row in try ledger.summaries(Array(rest.prefix(pageSize))) { add(row, reason(row)) }
        rest = rest.dropFirst(pageSize)
      }
    }

    /// Adds the rows of a list page by page, until every quota is exceeded or none is left.
    ///
    /// Rows of apps that are paused or not configured may come first, however many there are.
    private mutating func addRows(
      _ filter: String, by sort: SubscriberSort,
      _ reason: (SubscriberSummary) -> StoreRequest.Reason
    ) throws(LedgerError) {
      guard let filter = try? Filter.parse(filter) else { return }
      var query = SubscriberQuery(filter: filter, sort: sort, limit: pageSize)
      while hasRoom {
        let page = try ledger.subscribers(query)
        for row in page.rows { add(row, reason(row)) }
        guard page.hasMore, let last = page.rows.last else { return }
        query.cursor = PageCursor(.after, last, by: sort)
      }
    }

    /// The most requests and purchases whose names are read although no store can be asked
    /// about them, because their app is paused or not configured.
    private static let idsMax = 100_000

    /// The number of rows that fills every quota even if some subscriptions are paused.
    private var pageSize: Int {
      policy.lookupsMax * max(1, apps.count) + min(checkpoints.waitCount, 5_000) + 1
    }

    /// A Boolean value that indicates whether some app's quota has not been exceeded.
    private var hasRoom: Bool { apps.contains { counts[$0, default: 0] <= policy.lookupsMax } }

    private mutating func add(_ row: SubscriberSummary, _ reason: StoreRequest.Reason?) {
      guard let reason, let app = apps.first(where: { $0.covers(row) }), !seen.contains(row.id),
        !checkpoints.waits(row.id, at: now)
      else { return }
      counts[app, default: 0] += 1
      guard counts[app, default: 0] <= policy.lookupsMax else {
        left += 1
        return
      }
      seen.insert(row.id)
      wanted.append(Wanted(id: row.id, app: app, reason: reason))
    }

    /// The due history scan of a kind: the unfinished one, or the next.
    func walk(_ kind: HistoryScan.Kind, of app: StoreApp) -> StoreRequest? {
      guard kind.store == app.store else { return nil }
      let progress = checkpoints[app, kind]
      let earliest = now - kind.reach(in: app.environment)
      // The store refuses a page that it no longer knows, and then the scan restarts.
      if let open = progress.open, open.to > earliest, open.to <= now {
        return StoreRequest(.walk(open), of: app)
      }
      // A scan up to an instant ahead ended at an unknown one: the clock was ahead.
      guard let readTo = progress.readTo, readTo <= now else {
        let walk = HistoryScan(kind, from: earliest, to: now, onlyFailures: false)
        return StoreRequest(.walk(walk), of: app)
      }
      guard now - readTo >= policy.every(kind) else { return nil }
      let from = max(earliest, readTo - policy.overlap)
      // Notifications lost in a gap longer than the App Store's retries are among its failures,
      // too.
      let walk = HistoryScan(kind, from: from, to: now, onlyFailures: kind == .notifications)
      return from < now ? StoreRequest(.walk(walk), of: app) : nil
    }
  }
}
