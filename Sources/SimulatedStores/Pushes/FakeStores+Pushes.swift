import Foundation
import StoreSimulator
import SubscriptionCore

/// Notifications, posted to the app's server like the stores' own; what can be thrown is an error
/// of the cryptography library about a key.
extension FakeStores {
  /// Posts the notifications that are due by the stores' clock; failed ones are retried by the
  /// stores' schedules.
  public func deliverDue(
    to target: WebhookTarget, by poster: WebhookPoster
  ) async throws -> DeliveryCounts {
    try catchUp()
    var counter = DeliveryCounts()
    for push in queue.takeDue(through: now, of: target.isPulled ? .appStore : nil)
    where target.takes(push) {
      counter.tried += 1
      let at = now
      let fate = queue.faults.fate(of: push)
      let post = fate == .isLost ? nil : try self.post(push, to: target)
      let status: Int? = if let post { await poster(post) } else { nil }
      let counted = fate == .losesAnswer ? nil : status
      if record(counted, of: push, at: at) {
        counter.taken += 1
      } else if let next = push.nextDueAt(after: at) {
        var later = push
        later.dueAt = next
        queue.add(later)
        counter.again += 1
      } else {
        counter.givenUp += 1
      }
    }
    return counter
  }

  /// Records the result of an attempt and returns whether the server accepted it.
  ///
  /// Success: 200 to 206 for the App Store, 102, 200, 201, 202 and 204 for Pub/Sub.
  private func record(_ status: Int?, of push: StorePush, at instant: Timestamp) -> Bool {
    let isTaken =
      switch push.store {
      case .appStore: status.map { (200...206).contains($0) } ?? false
      case .googlePlay: status.map { [102, 200, 201, 202, 204].contains($0) } ?? false
      }
    log.append(
      LogEntry(
        endpoint: StoreEndpoint(pushing: push.store), at: instant,
        status: status, note: isTaken ? nil : "try \(push.attempt) of \(push.name) failed"))
    switch push.store {
    case .appStore:
      attempts[push.body, default: []].append(
        SendAttempt(
          at: instant, result: isTaken ? .success : status == nil ? .noResponse : .refused))
    case .googlePlay: break
    }
    return isTaken
  }

  /// Returns the post of a notification, as changed by the next fault of its endpoint; `nil` if the
  /// store sends none.
  func post(_ push: StorePush, to target: WebhookTarget) throws -> WebhookPost? {
    let fault = faults.take(StoreEndpoint(pushing: push.store))
    switch fault {
    case .down, .resetConnection, .status, .throttled: return nil
    case .slow, .wrongSignature, .wrongBundle, .staleDate, .tokenExpired, .garbage, .clockSkewed,
      nil:
      break
    }
    var post =
      switch push.store {
      case .appStore: try appStorePost(push, to: target, fault)
      case .googlePlay: try pubSubPost(push, to: target, fault)
      }
    if case .slow(let delay) = fault { post.delay = delay }
    if fault == .garbage { post.body = Array("{\"signedPayload\":".utf8) }
    return post
  }

  private func appStorePost(
    _ push: StorePush, to target: WebhookTarget, _ fault: StoreFault?
  ) throws -> WebhookPost {
    var body = push.body
    if let forgery = forgery(fault) {
      body = Array(try forgery.forged(String(decoding: body, as: UTF8.self)).utf8)
    }
    return WebhookPost(
      url: target.appStore, fields: ["Content-Type": "application/json"], body: body)
  }

  /// Returns the bearer token of a push, which is valid for an hour; a stranger's is signed with an
  /// unpublished key.
  func pushToken(
    audience: String, account: String, issuedAt: Timestamp, byStranger: Bool = false
  ) throws -> String {
    let seconds = issuedAt.milliseconds / 1000
    return try oidc.sign(
      "{\"aud\":\(JSON.quoted(audience)),\"azp\":\"113774264463038321964\","
        + "\"email\":\(JSON.quoted(account)),\"email_verified\":true,"
        + "\"exp\":\(seconds + 3_600),\"iat\":\(seconds),"
        + "\"iss\":\"https://accounts.google.com\",\"sub\":\"113774264463038321964\"}",
      byStranger: byStranger)
  }

  /// Returns a push of Pub/Sub with its bearer token
  /// (<https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions>).
  private func pubSubPost(
    _ push: StorePush, to target: WebhookTarget, _ fault: StoreFault?
  ) throws -> WebhookPost {
    var issuedAt = now
    if fault == .tokenExpired || fault == .staleDate { issuedAt = now - .hours(3) }
    if case .clockSkewed(let skew) = fault { issuedAt = now + skew }
    let token = try pushToken(
      audience: target.audience, account: target.serviceAccount, issuedAt: issuedAt,
      byStranger: fault == .wrongSignature)
    var notification = push.body
    if fault == .wrongBundle {
      notification = Array(
        String(decoding: notification, as: UTF8.self).replacing(
          SimulatedWorld.package.rawValue, with: "com.example.somebody.else"
        ).utf8)
    }
    let published = push.firstDueAt.rfc3339
    let body =
      "{\"message\":{\"attributes\":{},\"data\":\"\(Data(notification).base64EncodedString())\","
      + "\"messageId\":\"\(push.name)\",\"message_id\":\"\(push.name)\","
      + "\"publishTime\":\"\(published)\",\"publish_time\":\"\(published)\"},"
      + "\"subscription\":\"\(target.subscription)\"}"
    return WebhookPost(
      url: target.googlePlay,
      fields: ["Content-Type": "application/json", "Authorization": "Bearer " + token],
      body: Array(body.utf8))
  }
}
