import EventLedger
import ProgramConventions
import SubscriptionCore

/// The state of a ledger as a whole, for `churntop ledger status`.
struct LedgerStatus {
  private let path: String
  private let engine: String
  private let isDistributed: Bool
  private let entries: Int
  private let erasures: [LedgerErasure]
  private let subscribers: Int
  private let standsAt: Timestamp?
  private let now: Timestamp
  private let isOfPolicy: Bool
  private let adopted: AdoptedPolicy?
  private let lease: LedgerLease?
  private let time: LocalTime
  private let sizes: LedgerSizes?
  private let prunings: [PayloadPruning]
  private let pruningWords: [String]

  /// Reads the state without changing anything; with sizes, all pages of a file.
  init(_ session: Session, hasSizes: Bool) throws {
    let ledger = try session.open(.inspecting)
    (path, now, time) = (session.path, session.now, session.time)
    isDistributed = try LedgerEngine.isDistributed(ledger)
    engine = session.address.isServer ? "PostgreSQL" : "SQLite"
    entries = try ledger.entryCount()
    subscribers = try ledger.count(nil)
    standsAt = try ledger.advancedTo()
    lease = try ledger.lease()
    erasures = try ledger.erasures()
    prunings = try ledger.prunings()
    pruningWords = PruningWords.sentences(session, prunings)
    sizes = hasSizes ? LedgerSizes(items: try ledger.sizes(), subscribers: subscribers) : nil
    isOfPolicy = ledger.rebuildState != .outdated
    adopted = try LedgerEngine.adoptedPolicy(of: ledger)
  }

  /// The state as JSON.
  var json: JSON {
    let behind = standsAt.map { max(0, (now - $0).wholeMilliseconds / 1_000) }
    return [
      "ledger": .string(path), "engine": .string(engine),
      "distributed": .bool(isDistributed), "entries": .integer(Int64(entries)),
      "subscribers": .integer(Int64(subscribers)),
      "standsAt": standsAt.map { .string($0.rfc3339) } ?? .null,
      "behindSeconds": behind.map(JSON.integer) ?? .null,
      "followsConfiguration": .bool(isOfPolicy),
      "rules": adopted.map { adopted in
        [
          "version": .integer(Int64(adopted.version)), "at": JSON(adopted.at),
          "by": .string(adopted.by),
        ]
      } ?? .null,
      "daemon": lease.map { lease in
        [
          "host": .string(lease.owner.host), "process": .integer(Int64(lease.owner.process)),
          "since": .string(lease.since.rfc3339), "until": .string(lease.until.rfc3339),
        ]
      } ?? .null,
      "erasures": .array(
        erasures.map { erasure in
          [
            "at": JSON(erasure.at), "actor": .string(erasure.actor),
            "entries": .integer(Int64(erasure.entryCount)),
          ]
        }),
      "prunings": .array(prunings.map(PruningWords.json)),
      "sizes": sizes?.json ?? .null,
    ]
  }

  /// The state in lines.
  var text: [String] {
    let whose = isOfPolicy ? "those of this configuration" : "others than this configuration's"
    let setting = adopted.map { adopted in
      ", version \(adopted.version), set \(time.second(adopted.at)) by \(adopted.by)"
    }
    let daemon = lease.map { lease in
      let verb = lease.until > now ? "until" : "ended"
      return "\(lease.owner) since \(time.second(lease.since)), \(verb) \(time.second(lease.until))"
    }
    var lines = [
      ("ledger", path), ("engine", isDistributed ? "\(engine), distributed" : engine),
      ("entries", CountText.grouped(entries)),
      ("subscribers", CountText.grouped(subscribers)),
      ("as of", standsAt.map(time.second) ?? "nothing yet"), ("rules", whose + (setting ?? "")),
      ("churntopd", daemon ?? "none queries the stores"),
    ]
    lines += erasures.map { erasure in
      let words = CountText.of(erasure.entryCount, "entry", "entries")
      return ("erased", "\(words) at \(time.second(erasure.at)) by \(erasure.actor)")
    }
    lines += pruningWords.map { ("pruned", $0) }
    return lines.map { name, value in
      name.padded(to: 13) + DisplayText.sanitized(value)
    } + (sizes.map { [""] + $0.text } ?? [])
  }
}
