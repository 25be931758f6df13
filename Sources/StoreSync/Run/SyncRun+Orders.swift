import EventLedger
import Intake
import SubscriptionCore

extension SyncRun {
  /// Looks up the orders that somebody asks for, the longest wait first.
  ///
  /// An order does not name its app, so every app of the App Store is asked in turn. An app that
  /// throttles or fails is left alone for a while, and what it might know waits.
  ///
  /// - Parameter ledger: Where the requests are, and where the answers go.
  /// - Returns: What became of them.
  /// - Throws: ``LedgerError`` when the ledger cannot be read or take an answer.
  public func lookUpOrders(in ledger: any Ledger) async throws(LedgerError) -> OrderReport {
    var report = OrderReport()
    for lookup in try ledger.openOrderLookups(limit: Self.ordersMax) where !Task.isCancelled {
      let replies = try await replies(about: lookup.order)
      guard try ledger.resolve(lookup.order.rawValue, limit: 1).isEmpty else {
        try ledger.dropOrderLookup(lookup.order)
        report.found += 1
        continue
      }
      var told = lookup
      (told.outcome, told.detail) = Self.outcome(of: replies)
      switch told.outcome {
      case .waiting: report.waiting += 1
      case .unknown, .noSubscription: report.absent += 1
      case .failed: report.failed += 1
      }
      // An app that is left alone says nothing new; the reason from before stays.
      if told.outcome == .waiting, told.detail.isEmpty || told.detail == lookup.detail { continue }
      told.toldAt = clock()
      try ledger.putOrderLookup(told)
    }
    return report
  }

  /// What one app said about an order.
  private enum Reply {
    /// Nothing of it is the app's.
    case none
    /// The transactions, and why one of them was refused at the door.
    case transactions(refusal: String?)
    /// No answer.
    case failure(StoreApp, StoreAPIError)
    /// The app is left alone for now.
    case paused
  }

  /// Asks one app after another.
  private func replies(about order: AppStoreOrderID) async throws(LedgerError) -> [Reply] {
    var replies: [Reply] = []
    for app in apps {
      guard let connection = connections[app], connection.looksOrdersUp else { continue }
      var checkpoints = store.load()
      if checkpoints.isPaused(app, at: clock()) {
        replies.append(.paused)
        continue
      }
      let answer: Result<[UInt8]?, StoreAPIError>
      do throws(StoreAPIError) {
        answer = .success(try await connection.transactions(of: order, clock: clock))
      } catch {
        answer = .failure(error)
      }
      switch answer {
      case .success(nil), .failure(.notFound): replies.append(.none)
      case .success(let document?):
        let result = try await take(document, connection, now: clock())
        replies.append(.transactions(refusal: result.refusals.first?.reason))
      case .failure(let error):
        replies.append(.failure(app, error))
        guard error.isRetryable else { continue }
        var until = clock() + policy.pause
        if case .throttled(let stated?) = error { until = max(until, stated) }
        checkpoints.pause(app, until: until)
        try? store.save(checkpoints)
      }
    }
    return replies
  }

  /// What the replies of all apps mean for an order that is no name of a subscription yet.
  private static func outcome(
    of replies: [Reply]
  ) -> (OrderLookup.Outcome, detail: String) {
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
