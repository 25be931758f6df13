import Foundation
import OwnThreads
import Testing
import VirtualTerminal

/// Runs the commands of the README and of the programs' articles, as they are written there.
@Suite(.ownThread, .serialized) struct DocumentedCommandsTests {
  /// The treatment of a block of code here.
  enum Fate: Hashable {
    /// A shell runs it whole; the output contains a text, and the files exist afterwards.
    case script(output: String, files: [String])
    /// The lines with this beginning are run one after another; the others are not, for a reason.
    case commands(beginning: String, others: String)
    /// A shell runs it whole where the README's data was imported.
    case onData(files: [String])
    /// Each line occurs in the output of a command.
    case printed(by: [String])
    /// It is a filter of a command.
    case filter(command: String)
    /// It is not run, for a reason.
    case notRun(reason: String)
  }

  /// The blocks of every page that has any, each by the beginning of its first line, in order.
  static let blocks: [String: [(beginning: String, fate: Fate)]] = [
    "README.md": [
      (
        "$(command -v sudo) apt-get update",
        .notRun(reason: "needs root and the network, builds, and runs until it is left")
      ),
      (
        "$(command -v sudo) apt-get update",
        .notRun(reason: "needs root and the network, and runs these very tests")
      ),
      (
        "# Once, a quarter of an hour",
        .commands(beginning: "churntop", others: "builds for a quarter of an hour")
      ),
      ("state:grace,hold", .filter(command: "list")),
      (
        "# Once, a few minutes",
        .notRun(reason: "builds, and runs until stopped; the daemon's tests run the simulation")
      ),
      (
        "export PATH=$PWD/.build/debug",
        .notRun(reason: "looks at the simulation of the block above")
      ),
      (
        "mkdir -p ~/.local/share/man/man1",
        .script(
          output: "",
          files: [".local/share/man/man1/churntop.1", ".local/share/man/man8/churntopd.8"])
      ),
    ],
    "Sources/churntop/churntop.docc/AnsweringACall.md": [
      ("churntop show mei@example.com", .onData(files: [])),
      ("churntop prompt note", .onData(files: [])),
    ],
    "Sources/churntop/churntop.docc/Commands.md": [
      ("state:grace,hold", .filter(command: "list")),
      ("failed<7d", .filter(command: "list")),
      ("type:fail,hold", .filter(command: "events")),
    ],
    "Sources/churntop/churntop.docc/MondaysNumbers.md": [
      ("churntop digest", .onData(files: [])),
      ("churntop report", .onData(files: ["week.md", "week.html"])),
      ("mutt -s", .notRun(reason: "needs a mail server")),
    ],
    "Sources/churntop/churntop.docc/ProductCatalogue.md": [
      ("store,product,basePlan", .notRun(reason: "a catalogue file, which other tests import"))
    ],
    "Sources/churntop/churntop.docc/ReadingATimeline.md": [
      ("churntop frame detail", .script(output: "access", files: [])),
      (
        "━ paid", .printed(by: ["frame", "detail", "--demo", "--subscribers", "200"])
      ),
    ],
    "Sources/churntop/churntop.docc/Recording.md": [
      (
        "churntop frame due",
        .script(output: "", files: ["due.svg", "why.html", "nord.svg"])
      ),
      ("printf '%s\\n'", .script(output: "Why", files: ["why.cast"])),
    ],
    "Sources/churntop/churntop.docc/Team.md": [
      ("$(command -v sudo) apt-get", .notRun(reason: "needs root and the network, and builds")),
      ("sudo apt-get", .notRun(reason: "needs root; Tests/FreshDebian/team runs it")),
      ("owner=", .notRun(reason: "needs a server; Tests/FreshDebian/team runs it")),
      ("touch", .notRun(reason: "needs a server; Tests/FreshDebian/team runs it")),
      ("createuser churn", .notRun(reason: "needs a server; other tests do the same on one")),
      ("churntop ledger init", .notRun(reason: "needs a server; ServerLedgerTests has one")),
      ("createuser --no-login", .notRun(reason: "needs a server; LedgerRolesTests has one")),
      ("churntop ledger roles", .notRun(reason: "needs a server; LedgerRolesTests has one")),
      ("churntop ledger audit", .notRun(reason: "about somebody; LedgerAuditTests runs the same")),
      ("churntop ledger migrate", .notRun(reason: "needs a server; LedgerRolesTests has one")),
      ("churntop ledger rules", .notRun(reason: "needs a server; ServerLedgerTests has one")),
      ("psql -d churn", .notRun(reason: "needs a cluster, as its administrator")),
      ("churntop ledger init --dist", .notRun(reason: "DistributedLedgerTests has a cluster")),
      ("churntop --ledger", .notRun(reason: "needs two servers; StandbyTests has them")),
      ("archive_mode", .notRun(reason: "settings of a server; StandbyTests has such a one")),
      ("pg_basebackup", .notRun(reason: "needs a server; StandbyTests runs the same")),
      ("restore_command", .notRun(reason: "settings of a server; StandbyTests has such a one")),
      ("churntop verify", .notRun(reason: "needs a server; StandbyTests checks the same")),
    ],
    "Sources/churntop/churntop.docc/WritingATheme.md": [
      ("mkdir -p", .script(output: "passes", files: ["harbour.svg"]))
    ],
    "Sources/churntopd/churntopd.docc/IntegratingTheApp.md": [
      ("CHURNTOPD=", .notRun(reason: "needs a daemon; Tests/RealClients runs requests.sh"))
    ],
    "Sources/churntopd/churntopd.docc/Operating.md": [
      ("churntop backup", .notRun(reason: "writes into /backup; UpkeepCommandTests runs the same")),
      ("churntop list --filter email", .onData(files: [])),
      ("systemctl stop", .notRun(reason: "needs root, an installed daemon and the network")),
      ("store,id,account", .notRun(reason: "a list that the tests of churntopd ask about")),
    ],
    "Sources/churntopd/churntopd.docc/Monitoring.md": [
      ("- job_name", .notRun(reason: "a part of Prometheus' configuration")),
      (
        "sum(max by (store) (churntop_closed",
        .notRun(reason: "a query, whose names the tests of churntopd check")
      ),
      (
        "sum(max by (store) (churntop_failed",
        .notRun(reason: "a query, whose names the tests of churntopd check")
      ),
    ],
    "Sources/churntopd/churntopd.docc/Setup.md": [
      ("   export CHURNTOP_COMMIT", .notRun(reason: "builds, and needs root: users, /etc, /usr")),
      ("   sudo -u churntop", .notRun(reason: "needs root, keys of the stores and the network")),
    ],
  ]

  /// The top of the checkout.
  private static let top = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The README and the articles of both programs, by their paths from the top.
  private static func pages() throws -> [String] {
    let folders = ["Sources/churntop/churntop.docc", "Sources/churntopd/churntopd.docc"]
    return try ["README.md"]
      + folders.flatMap { folder in
        try FileManager.default.contentsOfDirectory(atPath: top.appending(path: folder).path)
          .filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
      }
  }

  private struct Block {
    var language: String
    var lines: [String]
    var text: String { lines.joined(separator: "\n") + "\n" }
  }

  /// The blocks between the fences of a page.
  private static func blocks(of page: String) throws -> [Block] {
    let text = try String(contentsOf: top.appending(path: page), encoding: .utf8)
    var blocks: [Block] = []
    var open: Block?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? Block(language: String(trimmed.dropFirst(3)), lines: []) : nil
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  /// Runs a text by a shell that finds the program by its name, as if it were installed.
  private func run(_ text: String, in sandbox: Sandbox) throws -> Outcome {
    var environment = sandbox.environment
    let folder = (Sandbox.program as NSString).deletingLastPathComponent
    environment["PATH"] = folder + ":/usr/bin:/bin"
    return try RunningProgram(
      "/bin/sh", ["-euc", text], environment: environment, folder: sandbox.path, input: nil
    ).finish()
  }

  /// Every block with its treatment.
  private func blocks() throws -> [(Block, Fate)] {
    try Self.blocks.keys.sorted().flatMap { page in
      zip(try Self.blocks(of: page), Self.blocks[page]?.map(\.fate) ?? [])
    }
  }

  @Test func `each block is known here, so that a new one is run or has a reason not to be`() throws
  {
    let pages = try Self.pages()
    #expect(Set(Self.blocks.keys).isSubset(of: pages))
    for page in pages {
      let beginnings = try Self.blocks(of: page).map { $0.lines.first ?? "" }
      let known = Self.blocks[page] ?? []
      #expect(beginnings.count == known.count, "\(page): \(beginnings)")
      for (line, known) in zip(beginnings, known) {
        #expect(line.hasPrefix(known.beginning), "\(page): \(line)")
      }
    }
  }

  @Test func `the scripts pass as they are written`() throws {
    for case (let block, .script(let output, let files)) in try blocks() {
      let sandbox = try Sandbox()
      let done = try run(block.text, in: sandbox)
      #expect(done.status == 0, "\(block.text)\(done)")
      #expect(output.isEmpty || done.output.contains(output), "\(done)")
      for name in files {
        let size = try Data(contentsOf: URL(filePath: sandbox.file(name))).count
        #expect(size > 1_000, "\(name)")
      }
    }
  }

  @Test func `the filters are understood`() throws {
    let sandbox = try withData()
    let known = try sandbox.run("import", sandbox.file("notifications.ndjson"))
    #expect(known.status == 0, "\(known)")
    var count = 0
    for case (let block, .filter(let command)) in try blocks() {
      for line in block.lines {
        let done = try sandbox.run(command, "--filter", line)
        #expect(done.status == 0, "\(line)\n\(done)")
        count += 1
      }
    }
    #expect(count == 9)
  }

  /// A folder with the files that the README names, about the subscriber that it looks up.
  private func withData() throws -> Sandbox {
    let sandbox = try Sandbox()
    var records = PlayRecord.inGrace
    for index in records.indices {
      let orders = [records[index].order, records[index].paidOrder ?? records[index].order]
        .map { $0.replacing("3312-4455-6677-88990", with: "3317-1234-5678-90123") }
      (records[index].order, records[index].paidOrder) = (orders[0], orders[1])
    }
    try sandbox.write("notifications.ndjson", records.map(\.line).joined())
    try sandbox.write(
      "accounts.csv",
      "account,name,email,tags,timezone\nacct-mei,Mei Tan,mei@example.com,vip,Asia/Singapore\n")
    return sandbox
  }

  @Test func `the commands of one's own data do what they say`() throws {
    for case (let block, .commands(let beginning, _)) in try blocks() {
      let sandbox = try withData()
      let lines = block.lines.filter { $0.hasPrefix(beginning) }
      #expect(lines.count == 7)
      for line in lines {
        let words = line.split(separator: "#")[0].split(separator: " ")
        if words.count == 1 {
          try lookAround(sandbox)
          continue
        }
        let done = try run(line, in: sandbox)
        // The comment says which status: someone may be due.
        let isFine =
          line.contains("--fail-if-any") ? [0, 3].contains(done.status) : done.status == 0
        #expect(isFine, "\(line)\n\(done)")
      }
      let shown = try run("churntop show GPA.3317-1234-5678-90123", in: sandbox)
      #expect(shown.output.contains("Mei Tan"), "\(shown)")
    }
  }

  @Test func `the guides' commands answer about what was imported`() throws {
    var count = 0
    for case (let block, .onData(let files)) in try blocks() {
      let sandbox = try withData()
      for words in [["import", "notifications.ndjson"], ["accounts", "import", "accounts.csv"]] {
        let done = try sandbox.run(words.dropLast() + [sandbox.file(words.last ?? "")])
        #expect(done.status == 0, "\(done)")
      }
      let done = try run(block.text, in: sandbox)
      #expect(done.status == 0, "\(block.text)\(done)")
      for name in files {
        #expect(try Data(contentsOf: URL(filePath: sandbox.file(name))).count > 1_000, "\(name)")
      }
      count += 1
    }
    #expect(count == 5)
  }

  @Test func `a drawing in an article is what the program draws`() throws {
    let sandbox = try Sandbox()
    var count = 0
    for case (let block, .printed(let words)) in try blocks() {
      let done = try sandbox.run(words)
      for line in block.lines { #expect(done.output.contains(line), "\(line)\n\(done)") }
      count += block.lines.count
    }
    #expect(count > 0)
  }

  /// The dashboard opens on what was imported, and is left.
  private func lookAround(_ sandbox: Sandbox) throws {
    let session = try TerminalSession(sandbox)
    #expect(session.sees("[1 Overview]"), "\(session.terminal.text)")
    // Typed as fast as a terminal takes it.
    session.terminal.type("2w")
    #expect(session.sees("Why"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
  }
}
