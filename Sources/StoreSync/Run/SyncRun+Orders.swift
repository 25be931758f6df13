import EventLedger
import Intake
import SubscriptionCore

extension SyncRun {
  /// Looks up the orders for which there is a request, the oldest request first.
  ///
  /// An order does not name its app, so every app of the App Store is tried in turn. An app that
  /// throttles or fails pauses, and orders that it might know wait.
  ///
  /// - Throws: `LedgerError` when the ledger cannot be read or written.
  public func lookUpOrders(in ledger: any Ledger) async throws(LedgerError) -> OrderReport {
    var report = OrderReport()
    for lookup in try ledger.openOrderLookups(limit: Self.ordersMax) where !Task.isCancelled {
      let replies = try await replies(about: lookup.order)
      guard try ledger.resolve(lookup.order.rawValue, limit: 1).isEmpty else {
        try ledger.dropOrderLookup(lookup.order)
        report.found += 1
        continue
      }
      if Task.isCancelled { break }
      var told = lookup
      (told.outcome, told.detail) = Self.outcome(of: replies)
      switch told.outcome {
      case .waiting: report.waiting += 1
      case .unknown, .noSubscription: report.absent += 1
      case .failed: report.failed += 1
      }
      // A paused app says nothing new; the former reason stays.
      if told.outcome == .waiting, told.detail.isEmpty || told.detail == lookup.detail { continue }
      told.toldAt = clock()
      try ledger.putOrderLookup(told)
    }
    return report
  }

  /// The answer of one app about an order.
  private enum Reply {
    /// The order is not of this app.
    case none
    /// The transactions, and the refusal of one of them.
    case transactions(refusal: String?)
    /// No answer.
    case failure(StoreApp, StoreAPIError)
    /// The app is paused.
    case paused
  }

  /// Requests the order from one app after another.
  private func replies(about order: AppStoreOrderID) async throws(LedgerError) -> [Reply] {
    var replies: [Reply] = []
    for app in apps {
      guard let connection = connections[app], connection.looksOrdersUp else { continue }
      var checkpoints = store.load()
      if checkpoints.pauseEnd(of: app, at: clock()) != nil {
        replies.append(.paused)
        continue
      }
      let answer = await Result(of: { () async throws(StoreAPIError) in
        try await connection.transactions(of: order, clock: clock)
      })
      switch answer {
      case .success(nil), .failure(.notFound): replies.append(.none)
      case .success(let document?):
        let result = try await take(document, connection, now: clock())
        replies.append(.transactions(refusal: result.refusals.first?.reason))
      case .failure(let error):
        replies.append(.failure(app, error))
        guard error.isRetryable, !Task.isCancelled else { continue }
        var until = clock() + policy.pause
        if case .throttled(let stated?) = error { until = max(until, stated) }
        checkpoints.pause(app, until: until)
        store.save(checkpoints)
      }
    }
    return replies
  }

  /// The outcome of an order that belongs to no known subscription yet.
  private static func outcome(of replies: [Reply]) -> (OrderLookup.Outcome, detail: String) {
    if replies.isEmpty {
      return (.failed, "churntopd has no key for an app of the App Store in production")
    }
    var (isKnown, waits, reason) = (false, false, "")
    for reply in replies {
      switch reply {
      case .none: break
      case .transactions(let refusal?): return (.failed, "its answer was refused: \(refusal)")
      case .transactions(nil): isKnown = true
      case .failure(let app, let error) where error.isRetryable:
        (waits, reason) = (true, "\(app.name): \(error)")
      case .failure(let app, let error): return (.failed, "\(app.name): \(error)")
      case .paused: waits = true
      }
    }
    if isKnown { return (.noSubscription, "") }
    return waits ? (.waiting, reason) : (.unknown, "")
  }

  /// The most orders that are looked up at once.
  private static let ordersMax = 100
}
