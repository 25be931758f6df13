import EventLedger
import Foundation
import PlainText
import ProgramConventions
import SubscriptionCore

/// The checks of the ledger and of the stores' feeds into it.
extension Doctor {
  private static let freeBytesMin: Int64 = 1 << 30

  /// Checks the ledger, and the feeds if it can be read.
  func ledger() throws(CommandError) -> [Finding] {
    let path = session.path
    guard session.address.isServer || LedgerLocation.exists(path) else {
      return [
        Finding(
          area: .ledger, name: "file", text: "there is none at \(shortened(path)) yet",
          verdict: .note,
          advice: "'churntop import FILE' starts one; 'churntop demo' shows a simulated world.")
      ]
    }
    var findings = session.address.isServer ? [server] : [file, space].compactMap { $0 }
    do {
      let ledger = try session.open(.inspecting)
      let figures = try ledger.figures(at: session.now)
      findings += try soundness(of: ledger) + [rows(of: ledger)].compactMap { $0 }
      findings += content(figures) + (try stores(figures, ledger))
    } catch {
      findings.append(
        Finding(
          area: .ledger, name: "content", text: shortened("\(error)"), verdict: .problem,
          advice: session.address.isServer
            ? "psql with the same settings says whether the server can be reached."
            : "'churntop verify' and the article on backups say what can be done."))
    }
    return findings
  }

  private var server: Finding { Finding(area: .ledger, name: "server", text: session.path) }

  private var file: Finding {
    let path = session.path
    let size = [path, path + "-wal"].reduce(Int64(0)) { $0 + Self.size(of: $1) }
    let text = "\(shortened(path)), \(ByteText.short(size))"
    guard let cause = session.readOnlyCause else {
      return Finding(area: .ledger, name: "file", text: text)
    }
    return Finding(
      area: .ledger, name: "file", text: "\(text), read-only: \(cause.words)", verdict: .note,
      advice: cause.cure)
  }

  private var space: Finding? {
    let attributes = try? FileManager.default.attributesOfFileSystem(
      forPath: session.path.parentFolder)
    guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value else { return nil }
    let text = "\(ByteText.short(free)) free on its disk"
    guard free < Self.freeBytesMin else { return Finding(area: .ledger, name: "space", text: text) }
    return Finding(
      area: .ledger, name: "space", text: text, verdict: .problem,
      advice: "A ledger on a full disk takes nothing in.")
  }

  private func soundness(of ledger: any Ledger) throws -> [Finding] {
    let problems = try ledger.verify()
    guard !problems.isEmpty else {
      return [Finding(area: .ledger, name: "integrity", text: "sound, as far as that is quick")]
    }
    return problems.map { problem in
      Finding(
        area: .ledger, name: "integrity", text: problem, verdict: .problem,
        advice: problem == LedgerErasure.unfinished
          ? "'churntop ledger compact' does it, like the same 'churntop erase' again."
          : "Keep a copy of it, then run 'churntop rebuild --check'.")
    }
  }

  private func rows(of ledger: any Ledger) -> Finding? {
    guard case .outdated = ledger.rebuildState else { return nil }
    return Finding(
      area: .ledger, name: "rows",
      text: "prompts and dates follow the rules of another configuration", verdict: .note,
      advice: session.address.isServer
        ? "'churntop ledger adopt' applies this one for everybody."
        : "Any command that may write applies this one.")
  }

  private func content(_ figures: OverviewFigures) -> [Finding] {
    let count =
      "\(CountText.of(figures.total, "subscriber")) of production, "
      + "\(CountText.grouped(figures.nonProduction)) others"
    var findings = [Finding(area: .ledger, name: "content", text: count)]
    if figures.quarantined > 0 {
      findings.append(
        Finding(
          area: .ledger, name: "quarantine",
          text: "\(CountText.grouped(figures.quarantined)) messages were refused",
          verdict: .note, advice: "'churntop quarantine' says why; 'quarantine retry' tries again.")
      )
    }
    if figures.undelivered > 0 {
      findings.append(
        Finding(
          area: .ledger, name: "receivers",
          text: "\(CountText.grouped(figures.undelivered)) changes reached no receiver",
          verdict: .problem,
          advice: "'churntopd deliveries list' names them."))
    }
    return findings
  }

  private func stores(
    _ figures: OverviewFigures, _ ledger: any Ledger
  ) throws(CommandError) -> [Finding] {
    let tolerance = try session.silenceMax
    let isFed = FeedSign.isShown(for: session.address, ledger, now: session.clock)
    let source = Finding(
      area: .stores, name: "source",
      text: isFed ? "churntopd or a pipe feeds the ledger" : "nothing feeds the ledger at present",
      verdict: isFed ? .fine : .note, advice: isFed ? nil : "Only imports bring news.")
    return [source]
      + figures.feeds.named.map { feed in
        let name = feed.store.title + (feed.app.map { " \($0.rawValue)" } ?? "")
        let silence = DurationText.short(feed.silence(at: session.now))
        let text = "\(name): last event \(silence) ago"
        guard isFed, feed.isStale(at: session.now, tolerance: tolerance) else {
          return Finding(area: .stores, name: "feed", text: text)
        }
        return Finding(
          area: .stores, name: "feed", text: "\(text), which is long for it", verdict: .problem,
          advice: "See the store's console for failed notifications, and churntopd's log.")
      }
  }

  private static func size(of path: String) -> Int64 {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
  }
}
