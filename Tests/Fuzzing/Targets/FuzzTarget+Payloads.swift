import EventLedger
import Intake
import LedgerContract
import StorePayloads
import SubscriptionCore

extension FuzzTarget {
  /// The payload reader, by what is fed to it: each kind of seeds leads to code of its own.
  static let payloads: [FuzzTarget] = [
    payload("app-store-notification"), payload("app-store-receipt"), payload("app-store-answer"),
    payload("google-play-subscription"), payload("google-play-notification"),
    payload("archive-record"),
  ]

  /// Reads a payload of any format, reads what is kept of it again, stores it, and asks about it.
  private static func payload(_ name: String) -> FuzzTarget {
    FuzzTarget(name, lengthMax: 8192) { input in
      let trust = TrustPolicy(mode: .off)
      var reader = PayloadReader(trust: trust)
      for outcome in reader.read(input[...], heardAt: Aftermath.now) {
        switch outcome {
        case .payload(let payload): try readAgain(payload, by: &reader)
        case .refused(let refusal):
          try demand(!refusal.identity.isEmpty, "a refusal without identity")
          try Aftermath.isSafe(refusal.reason + refusal.field)
        }
      }
      let ledger = MemoryLedger(policy: .standard)
      let intake = Intake(ledger: ledger, trust: trust)
      _ = try intake.take(input, origin: "fuzz", now: Aftermath.now)
      try Aftermath.examine(ledger)
    }
  }

  /// Demands that an export of a payload is read as the same payload.
  private static func readAgain(
    _ payload: StorePayload, by reader: inout PayloadReader
  ) throws {
    let line = ArchiveRecord.line(
      raw: payload.raw, identity: payload.identity, store: store(of: payload),
      receivedAt: payload.receivedAt)
    try demand(!line.contains(0x0A), "an exported line is two lines")
    let again = reader.read(line[...], heardAt: Aftermath.now + .days(1))
    guard case .payload(let same)? = again.first, again.count == 1 else {
      throw Finding(
        description: "exported, it is not read: \(String(decoding: line, as: UTF8.self)) \(again)")
    }
    try demand(same.identity, equals: payload.identity, "exported, its identity differs")
    try demand(same.format, equals: payload.format, "exported, its format differs")
    try demand(same.receivedAt, equals: payload.receivedAt, "exported, its time differs")
    try demand(same.events, equals: payload.events, "exported, its events differ")
  }

  private static func store(of payload: StorePayload) -> Store? {
    switch payload.format {
    case .googlePlayNotification, .googlePlaySubscription, .googlePlaySubscriptionV1,
      .googlePlayVoidedPurchase:
      .googlePlay
    case .appStoreNotification, .appStoreNotificationV1, .appStoreTransaction,
      .appStoreRenewalInfo, .appStoreStatus, .appStoreReceipt:
      .appStore
    case .action: nil
    }
  }
}
