import Cryptography
import Foundation
import PlainText
import StoreSimulator
import SubscriptionCore

/// The queue of notifications to send, in the order of their times.
struct DeliveryQueue: Sendable {
  /// The random delivery faults.
  let faults: DeliveryFaults
  private var waiting: [StorePush] = []

  init(faults: DeliveryFaults) { self.faults = faults }

  /// The time of the next notification.
  var nextDueAt: Timestamp? { waiting.first?.dueAt }

  /// Adds a world's delivery if it is a notification; other answers must be requested.
  mutating func take(_ delivery: StoreDelivery) {
    switch delivery.channel {
    case .appStore:
      guard let (name, environment) = Self.notice(delivery.bytes) else { return }
      add(
        StorePush(
          store: .appStore, environment: environment, name: name, body: delivery.bytes,
          firstDueAt: delivery.arrivesAt, dueAt: delivery.arrivesAt))
    case .googlePlay:
      guard
        let record = try? JSONDecoder().decode(Record.self, from: Data(delivery.bytes)),
        let notification = record.notification
      else { return }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      guard let body = try? encoder.encode(notification) else { return }
      let digest = SHA256.hash(Array(body)).prefix(7).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      add(
        StorePush(
          store: .googlePlay, environment: .production, name: String(digest), body: Array(body),
          firstDueAt: delivery.arrivesAt, dueAt: delivery.arrivesAt))
    case .app, .desk: break
    }
  }

  /// Inserts a notification by its time.
  mutating func add(_ push: StorePush) {
    let place = waiting.firstIndex { $0.dueAt > push.dueAt } ?? waiting.endIndex
    waiting.insert(push, at: place)
  }

  /// Removes and returns the notifications of a store, or of both, that are due by an instant,
  /// earliest first, with their attempts counted.
  mutating func takeDue(through instant: Timestamp, of store: Store? = nil) -> [StorePush] {
    let count = waiting.prefix { $0.dueAt <= instant }.count
    let due = waiting.prefix(count).filter { store == nil || $0.store == store }
    waiting =
      waiting.prefix(count).filter { store != nil && $0.store != store }
      + waiting.dropFirst(count)
    return due.map { push in
      var push = push
      push.attempt += 1
      return push
    }
  }

  /// Returns the UUID and the environment of a signed notification; the bytes of a signature differ
  /// from run to run and cannot identify it.
  private static func notice(_ body: [UInt8]) -> (name: String, environment: StoreEnvironment)? {
    guard let post = try? JSONDecoder().decode(SignedPost.self, from: Data(body)) else {
      return nil
    }
    let parts = post.signedPayload.split(separator: ".")
    guard parts.count == 3, let payload = Base64.decode(parts[1], alphabet: .url),
      let notice = try? JSONDecoder().decode(Notice.self, from: Data(payload))
    else { return nil }
    return (notice.notificationUUID, notice.data.environment == "Sandbox" ? .sandbox : .production)
  }

  private struct Notice: Decodable {
    var notificationUUID: String
    var data: Part

    struct Part: Decodable { var environment: String }
  }

  private struct SignedPost: Decodable { var signedPayload: String }

  private struct Record: Decodable { var notification: Notification? }

  private struct Notification: Codable {
    var version: String
    var packageName: String
    var eventTimeMillis: String
    var subscriptionNotification: Change
  }

  private struct Change: Codable {
    var version: String
    var notificationType: Int
    var purchaseToken: String
    var subscriptionId: String
  }
}
