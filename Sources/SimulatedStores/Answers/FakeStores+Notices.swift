import Foundation
import StoreSimulator
import SubscriptionCore

/// Get Notification History and test notifications of the App Store Server API.
extension FakeStores {
  /// A test notification that a client requested.
  struct TestNotification: Sendable {
    var body: [UInt8]
    var environment: StoreEnvironment
  }

  private struct HistoryRequest: Decodable {
    var startDate: Int64?
    var endDate: Int64?
    var notificationType: String?
    var notificationSubtype: String?
    var transactionId: String?
    var onlyFailures: Bool?

    /// Returns Apple's error for the request; `nil` if it is valid.
    func refusal(now: Timestamp, _ environment: StoreEnvironment) -> FakeReply? {
      let memory: Duration = environment == .production ? .days(180) : .days(30)
      guard let startDate else { return .appStoreError(400, 4_000_015, "Invalid start date.") }
      guard let endDate else { return .appStoreError(400, 4_000_016, "Invalid end date.") }
      if startDate > endDate {
        return .appStoreError(400, 4_000_013, "The start date is after the end date.")
      }
      if Timestamp(milliseconds: startDate) < now - memory - FakeStores.leniency {
        return .appStoreError(400, 4_000_012, "The start date is too far in the past.")
      }
      if notificationSubtype != nil, notificationType == nil {
        return .appStoreError(400, 4_000_018, "A subtype needs its notification type.")
      }
      if transactionId != nil, notificationType != nil {
        return .appStoreError(400, 4_000_019, "Supply one filter, not several.")
      }
      return nil
    }

    func fits(_ notice: AppStoreNotice) -> Bool {
      notice.sentAt.milliseconds >= startDate ?? 0
        && notice.sentAt.milliseconds <= endDate ?? .max
        && (notificationType ?? notice.type) == notice.type
        && (notificationSubtype ?? notice.subtype) == notice.subtype
    }
  }

  func notices(_ request: FakeRequest, _ environment: StoreEnvironment) -> FakeReply {
    guard let asked = try? JSONDecoder().decode(HistoryRequest.self, from: Data(request.body))
    else { return .appStoreError(400, 4_000_000, "Bad request.") }
    if let refusal = asked.refusal(now: now, environment) { return refusal }
    guard let from = Self.place(request.value("paginationToken"), prefix: "p") else {
      return .appStoreError(400, 4_000_014, "Invalid pagination token.")
    }
    let all = world.appStoreNotices(environment, of: asked.transactionId).filter { notice in
      asked.fits(notice) && (asked.onlyFailures != true || isUndelivered(notice))
    }
    let page = all.dropFirst(from).prefix(Self.pageSize)
    let next = from + page.count
    let items = page.map { item($0.body) }.joined(separator: ",")
    let token = next < all.count ? "\"paginationToken\":\"p\(next)\"," : ""
    return .json("{\(token)\"hasMore\":\(next < all.count),\"notificationHistory\":[\(items)]}")
  }

  /// Returns whether a notification never reached the app's server, although it was due.
  private func isUndelivered(_ notice: AppStoreNotice) -> Bool {
    guard notice.sentAt > world.start, now - notice.sentAt > .minutes(1) else { return false }
    return attempts[notice.body]?.contains { $0.result == .success } != true
  }

  func requestTest(_ environment: StoreEnvironment) throws -> FakeReply {
    let number = tests.count + 1
    let token = "simulated-test-\(number)_\(now.milliseconds)"
    let uuid = "00000000-0000-4000-8000-" + String(1_000_000_000_000 + number).dropFirst(1)
    let body = try world.appStoreTestNotification(uuid: uuid, environment: environment)
    tests[token] = TestNotification(body: body, environment: environment)
    queue.add(
      StorePush(
        store: .appStore, environment: environment, name: token, body: body, firstDueAt: now,
        dueAt: now))
    return .json("{\"testNotificationToken\":\"\(token)\"}")
  }

  func testStatus(_ token: String, _ environment: StoreEnvironment) -> FakeReply {
    guard let test = tests[token], test.environment == environment else {
      return .appStoreError(404, 4_040_008, "Test notification not found.")
    }
    return .json(item(test.body))
  }

  /// Returns a notification with its attempts.
  private func item(_ body: [UInt8]) -> String {
    let attempts = (attempts[body] ?? []).suffix(6).map(\.json).joined(separator: ",")
    let head = String(decoding: body.dropLast(), as: UTF8.self)
    return head + ",\"sendAttempts\":[\(attempts)]}"
  }
}
