import ConfigurationFiles
import Dashboard
import EventLedger
import Foundation
import ProgramConventions
import SubscriptionCore

/// The text of subscribers for the clipboard, in the formats of commands.
struct CopyText: Sendable {
  /// The ledger for `--ledger`; `nil` for the default one.
  let ledger: String?
  /// A Boolean value that indicates whether a setting may give commands another zone than UTC.
  private let isZoneSet: Bool
  /// The folder for the file of the latest copy.
  let stateFolder: String
  /// The folder of the configuration, which may contain reply templates.
  let configurationFolder: String
  /// The recorder of copies with names and mail addresses.
  private let recorder: AccessRecorder

  /// Creates the formatter of a session.
  init(_ session: Session) {
    ledger = session.settings.values[.ledger]?.text
    isZoneSet = session.settings.values[.timezone] != nil
    stateFolder = session.dependencies.stateFolder
    configurationFolder = session.dependencies.configurationFolder
    recorder = session.accessRecorder
  }

  /// Returns the text of a copy in the requested form.
  @Sendable func words(_ request: CopyRequest, _ ledger: any Ledger) throws -> String {
    if request.form == .id { return request.subscriptions.map(\.rawValue).joined(separator: "\n") }
    if request.form == .command {
      return request.subscriptions.map { command($0, request) }.joined(separator: "\n")
    }
    let found = try request.subscriptions.map { id in
      try WholeSubscriber(
        ledger, id, now: request.now, masksPersonalData: request.masksPersonalData)
    }
    if request.form.isPersonal, !request.masksPersonalData {
      try recorder.record(
        .copied, by: "dashboard", format: request.form.rawValue, count: found.count,
        of: found.count == 1 ? found[0].row.id : nil, in: ledger)
    }
    let time = LocalTime(request.zone)
    let clocks = time.zone.isUTC ? "" : "\nDays and times are those of \(time.zone.name).\n"
    switch request.form {
    case .row:
      let table = SubscriberTable(now: request.now, time: time)
      return Table(columns: table.columns, rows: found.map { table.cells($0.row) })
        .text(ink: false) + clocks
    case .json: return found.map { $0.json.pretty() }.joined(separator: "\n")
    case .timeline: return found.map { $0.timelineText(time) }.joined(separator: "\n") + clocks
    case .markdown: return found.map { $0.markdown(time) }.joined(separator: "\n") + clocks
    case .reply:
      let files = ReplyFiles(configurationFolder: configurationFolder)
      return try found.map { whole in
        try whole.reply(
          files, language: nil, zone: request.zone, isNamed: !request.masksPersonalData
        ).text
      }.joined(separator: "\n")
    case .mermaid: return found.map { $0.mermaid(time) }.joined(separator: "\n")
    case .id, .command: return ""
    }
  }

  private func command(_ id: SubscriptionID, _ request: CopyRequest) -> String {
    let place = ledger.map { " --ledger \(Self.quoted($0))" } ?? ""
    let zone =
      request.zone.isUTC && !isZoneSet ? "" : " --timezone \(Self.quoted(request.zone.name))"
    return "churntop show \(Self.quoted(id.rawValue)) --as-of \(request.now.rfc3339)\(place)\(zone)"
  }

  /// Quotes a text as one word of a shell.
  static func quoted(_ text: String) -> String {
    let plain = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789_-./:@+".unicodeScalars.contains(scalar))
    }
    guard !plain || text.isEmpty else { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// Writes the text to a file, since a terminal may ignore a copy silently; `false` if the file
  /// could not be written.
  @Sendable func keep(_ text: String) -> Bool {
    do {
      try PrivateFile.replace(stateFolder + "/last-copy", with: text)
      return true
    } catch {
      return false
    }
  }
}
