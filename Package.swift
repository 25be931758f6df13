// swift-tools-version: 6.2
import PackageDescription

// MARK: - Settings shared by every target of ours

/// A Boolean value that indicates whether the fuzzers are built instead of the tests: every target
/// of ours counts the edges it takes and runs under AddressSanitizer.
let isFuzzed = Context.environment["CHURNTOP_FUZZ"] != nil

/// A Boolean value that indicates whether a warning in a target of ours is an error, as `.ci/run`
/// asks; a user's build never fails because a newer toolchain has one more warning.
let warningsAreErrors = Context.environment["CHURNTOP_WARNINGS_AS_ERRORS"] != nil

/// Swift 6 mode; each upcoming feature names its proposal.
///
/// Every target that names no settings of its own has these; see the end of this file.
let strict: [SwiftSetting] =
  [.swiftLanguageMode(.v6)]
  + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])
  // SE-0335, SE-0444
  + ["ExistentialAny", "MemberImportVisibility"].map { .enableUpcomingFeature($0) }
  + (isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])] : [])

/// The targets that are optimised in debug builds as well.
///
/// They read bytes for the demo and imports, and make, fold and write the events of most tests. A
/// whole target compiles in less time than its files do.
let hot: Set = [
  "EventLedger", "LedgerContract", "LedgerRows", "LedgerSimulation", "PlainText", "SeededNumbers",
  "StoreOracle", "SubscriptionCore",
]
let optimised: SwiftSetting = .unsafeFlags(
  ["-Osize", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"],
  .when(configuration: .debug))

let gnu: [CSetting] =
  [
    .define("_GNU_SOURCE"),
    .define("NCURSES_WIDECHAR", to: "1"),
    .define("_XOPEN_SOURCE_EXTENDED", to: "1"),
  ] + (isFuzzed ? [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])] : [])

/// The commit that `--version` prints, if the environment of the build names one; SwiftPM caches
/// the manifest, so that `Context.gitInformation` would name an earlier commit.
let commit = Context.environment["CHURNTOP_COMMIT"].map { $0.filter(\.isHexDigit) } ?? ""

// MARK: - Packages

/// PostgreSQL's client library and the ledger over it, which only the trait `Postgres` brings in.
let postgres: [Target.Dependency] = ["CPostgres", "LedgerPostgres"].map {
  .target(name: $0, condition: .when(traits: ["Postgres"]))
}

/// A product that only churntopd and the fake stores use, which the trait `Daemon` brings in.
func daemon(_ product: String, of package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Daemon"]))
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let httpTypes = daemon("HTTPTypes", of: "swift-http-types")
let hummingbird = daemon("Hummingbird", of: "hummingbird")
let hummingbirdCore = daemon("HummingbirdCore", of: "hummingbird")
let lifecycle = daemon("ServiceLifecycle", of: "swift-service-lifecycle")
let logging = daemon("Logging", of: "swift-log")
let nio = daemon("NIOCore", of: "swift-nio")
let nioEmbedded = daemon("NIOEmbedded", of: "swift-nio")
let nioHTTP1 = daemon("NIOHTTP1", of: "swift-nio")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let unixSignals = daemon("UnixSignals", of: "swift-service-lifecycle")

// MARK: - Fuzzing

/// What the fuzz targets lead to.
let fuzzed: [Target.Dependency] = [
  "ConfigurationFiles", "CursesTerminal", "Dashboard", "EventLedger", "Intake", "LedgerContract",
  "LedgerSQLite", "PlainText", "ShippedThemes", "StoreClients", "StorePayloads", "StoreSimulator",
  "StoreSync", "SubscriptionCore", "TerminalUI", "Webhook", httpTypes, hummingbird, logging, nio,
  nioEmbedded, nioHTTP1,
]

/// One folder, built twice: as a test that sends every seed and every former finding in again,
/// and the program that looks for new ones, which is no part of an ordinary build.
let fuzzing: Target =
  isFuzzed
  ? .executableTarget(
    name: "fuzz", dependencies: fuzzed, path: "Tests/Fuzzing",
    exclude: ["Findings", "FuzzingTests.swift", "Seeds", "run", "table"],
    linkerSettings: [.unsafeFlags(["-sanitize=address"])])
  : .testTarget(
    name: "FuzzingTests", dependencies: fuzzed, path: "Tests/Fuzzing",
    exclude: ["Findings", "Fuzz.swift", "Seeds", "run", "table"])

let package = Package(
  name: "churntop",
  products: [
    .executable(name: "churntop", targets: ["churntop"]),
    .executable(name: "churntopd", targets: ["churntopd"]),
  ],
  traits: [
    .default(enabledTraits: ["Daemon"]),
    .trait(name: "Daemon", description: "churntopd, with the packages of its HTTP server."),
    .trait(
      name: "Postgres", description: "A ledger on a PostgreSQL server; needs libpq.",
      enabledTraits: ["Daemon"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ]
    // Fetched for `CHURNTOP_DOCS=1 swift package generate-documentation` alone.
    + (Context.environment["CHURNTOP_DOCS"] == nil
      ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]),
  targets: [
    // MARK: Core
    .target(name: "PlainText"),
    .target(name: "SubscriptionCore", dependencies: ["PlainText"]),

    // MARK: Middle
    .systemLibrary(
      name: "CLibcrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(name: "Cryptography", dependencies: ["CLibcrypto"]),
    .target(name: "TerminalUI", dependencies: ["PlainText"]),
    .target(
      name: "ShippedThemes",
      dependencies: ["ConfigurationFiles", "TerminalUI"],
      path: "themes",
      resources: [
        "catppuccin-mocha", "cvd-dark", "cvd-light", "dracula", "gruvbox-dark", "high-contrast",
        "mono", "nord", "solarized-dark", "solarized-light", "terminal-16", "tokyo-night",
      ].map { .embedInCode("\($0).toml") }),
    .target(name: "ConfigurationFiles", dependencies: ["PlainText", "SubscriptionCore"]),
    .target(name: "EventLedger", dependencies: ["PlainText", "SubscriptionCore"]),
    .target(
      name: "CBuildInfo",
      cSettings: commit.isEmpty ? [] : [.define("CHURNTOP_COMMIT", to: "\"\(commit)\"")]),
    .target(
      name: "ProgramConventions",
      dependencies: ["CBuildInfo", "EventLedger", "PlainText", "SubscriptionCore", "TerminalUI"]),
    .target(
      name: "StorePayloads",
      dependencies: ["Cryptography", "PlainText", "SubscriptionCore"]),
    .target(
      name: "Intake",
      dependencies: ["EventLedger", "PlainText", "StorePayloads", "SubscriptionCore"]),
    .target(
      name: "StoreSync",
      dependencies: ["EventLedger", "Intake", "PlainText", "StorePayloads", "SubscriptionCore"]),
    .target(
      name: "StoreSimulator",
      dependencies: ["Cryptography", "PlainText", "StorePayloads", "SubscriptionCore"]),
    .target(
      name: "Dashboard",
      dependencies: ["EventLedger", "PlainText", "SubscriptionCore", "TerminalUI"]),

    // MARK: Rim

    .target(
      name: "CTerminal",
      cSettings: gnu,
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(name: "CursesTerminal", dependencies: ["CTerminal", "PlainText", "TerminalUI"]),
    .target(name: "LedgerRows", dependencies: ["EventLedger", "PlainText", "SubscriptionCore"]),
    .systemLibrary(name: "CZstandard", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .target(
      name: "LedgerSQLite",
      dependencies: ["CZstandard", "EventLedger", "LedgerRows", "PlainText", "SubscriptionCore"]
        + [grdb, sqlite],
      resources: ["events-2", "payloads-1"].map { .embedInCode("Packing/\($0).dictionary") }),
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "LedgerPostgres",
      dependencies: ["EventLedger", "LedgerRows", "PlainText", "SubscriptionCore"]
        + postgres.prefix(1)),

    .target(
      name: "StoreClients",
      dependencies: ["Cryptography", "PlainText", "StoreSync", "SubscriptionCore"]),
    .target(
      name: "SimulatedStores",
      dependencies: [
        "Cryptography", "PlainText", "StoreSimulator", "SubscriptionCore", hummingbird,
        hummingbirdCore, lifecycle, logging,
      ]),
    .target(
      name: "Webhook",
      dependencies: [
        "Cryptography", "EventLedger", "Intake", "PlainText", "StorePayloads", "StoreSync",
        "SubscriptionCore", httpTypes, hummingbird, hummingbirdCore, lifecycle, logging, nio,
        nioHTTP1,
      ],
      resources: [.embedInCode("OpenAPI/openapi.json")]),

    // MARK: Programs
    .executableTarget(
      name: "churntop",
      dependencies: [
        "ConfigurationFiles", "Cryptography", "CursesTerminal", "Dashboard", "EventLedger",
        "Intake", "LedgerSQLite", "PlainText", "ProgramConventions", "ShippedThemes",
        "StorePayloads", "StoreSimulator", "SubscriptionCore", "TerminalUI", argumentParser,
      ] + postgres.suffix(1),
      resources: [.embedInCode("Replies/en.toml"), .embedInCode("Replies/ja.toml")]),

    .executableTarget(
      name: "churntopd",
      dependencies: [
        "ConfigurationFiles", "Cryptography", "EventLedger", "Intake", "LedgerSQLite",
        "PlainText", "ProgramConventions", "SimulatedStores", "StoreClients", "StorePayloads",
        "StoreSimulator", "StoreSync", "SubscriptionCore", "TerminalUI", "Webhook",
        argumentParser, lifecycle, logging, unixSignals,
      ] + postgres.suffix(1),
      exclude: ["Resources"]),

    // MARK: Test support

    .target(name: "SeededNumbers", path: "Tests/SeededNumbers"),
    .target(name: "CTestWidth", path: "Tests/CTestWidth"),
    .target(name: "OwnThreads", dependencies: ["CTestWidth"], path: "Tests/OwnThreads"),
    .target(
      name: "LedgerContract",
      dependencies: ["EventLedger", "SeededNumbers", "SubscriptionCore"],
      path: "Tests/LedgerContract"),
    .target(
      name: "StoreOracle",
      dependencies: [
        "EventLedger", "LedgerContract", "SeededNumbers", "StorePayloads", "SubscriptionCore",
      ],
      path: "Tests/StoreOracle"),
    .target(
      name: "CSimulatedDisk",
      path: "Tests/CSimulatedDisk",
      cSettings: gnu,
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "LedgerSimulation",
      dependencies: [
        "CSimulatedDisk", "EventLedger", "Intake", "LedgerContract", "LedgerSQLite",
        "PostgresServer", "SeededNumbers", "StorePayloads", "StoreSimulator", "SubscriptionCore",
      ] + postgres,
      path: "Tests/LedgerSimulation"),
    .target(name: "PostgresServer", dependencies: postgres + [], path: "Tests/PostgresServer"),
    .target(
      name: "CVirtualTerminal",
      path: "Tests/CVirtualTerminal",
      cSettings: gnu,
      linkerSettings: [.linkedLibrary("vterm"), .linkedLibrary("util")]),
    .target(
      name: "VirtualTerminal",
      dependencies: ["CVirtualTerminal", "OwnThreads"],
      path: "Tests/VirtualTerminal"),
    .target(name: "TerminalScript", dependencies: ["TerminalUI"], path: "Tests/TerminalScript"),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["CursesTerminal", "TerminalUI"],
      path: "Tests/TerminalProbe"),

    // MARK: Tests

    .testTarget(name: "PlainTextTests", dependencies: ["PlainText", "SeededNumbers"]),
    .testTarget(name: "CryptographyTests", dependencies: ["Cryptography", "PlainText"]),
    .testTarget(
      name: "SubscriptionCoreTests", dependencies: ["SeededNumbers", "SubscriptionCore"],
      exclude: ["Explain/Golden"]),
    .testTarget(
      name: "TerminalUITests", dependencies: ["SeededNumbers", "TerminalScript", "TerminalUI"]),
    .testTarget(
      name: "ShippedThemesTests", dependencies: ["Dashboard", "ShippedThemes", "TerminalUI"]),
    .testTarget(
      name: "CursesTerminalTests",
      dependencies: [
        "CTerminal", "CursesTerminal", "OwnThreads", "SeededNumbers", "TerminalProbe", "TerminalUI",
        "VirtualTerminal",
      ]),
    .testTarget(name: "ConfigurationFilesTests", dependencies: ["ConfigurationFiles"]),
    .testTarget(name: "ProgramConventionsTests", dependencies: ["ProgramConventions"]),
    .testTarget(
      name: "EventLedgerTests",
      dependencies: [
        "EventLedger", "LedgerContract", "PlainText", "SeededNumbers", "SubscriptionCore",
      ]),
    .testTarget(
      name: "LedgerSQLiteTests",
      dependencies: [
        "EventLedger", "LedgerContract", "LedgerRows", "LedgerSQLite", "OwnThreads",
        "SeededNumbers", "SubscriptionCore", grdb, sqlite,
      ],
      resources: [.copy("Forms")]),
    .testTarget(
      name: "LedgerPostgresTests",
      dependencies: [
        "EventLedger", "Intake", "LedgerContract", "LedgerSQLite", "OwnThreads", "PostgresServer",
        "SeededNumbers", "StorePayloads", "SubscriptionCore",
      ] + postgres,
      resources: [.copy("Forms")]),
    .testTarget(name: "LedgerSimulationTests", dependencies: ["LedgerSimulation", "OwnThreads"]),
    .testTarget(
      name: "StorePayloadsTests",
      dependencies: [
        "Cryptography", "PlainText", "SeededNumbers", "StorePayloads", "SubscriptionCore",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "IntakeTests",
      dependencies: [
        "EventLedger", "Intake", "LedgerContract", "StorePayloads", "StoreSimulator",
        "SubscriptionCore",
      ]),
    .testTarget(
      name: "StoreSimulatorTests",
      dependencies: ["StorePayloads", "StoreSimulator", "SubscriptionCore"]),
    .testTarget(
      name: "DashboardTests",
      dependencies: [
        "Dashboard", "EventLedger", "LedgerContract", "SeededNumbers", "ShippedThemes",
        "SubscriptionCore", "TerminalScript", "TerminalUI",
      ],
      exclude: ["Frames"]),
    .testTarget(
      name: "ChurntopTests",
      dependencies: [
        "ConfigurationFiles", "Dashboard", "EventLedger", "LedgerContract", "LedgerSQLite",
        "OwnThreads", "PostgresServer", "ProgramConventions", "SubscriptionCore", "TerminalUI",
        "VirtualTerminal", "churntop", argumentParser, grdb,
      ],
      exclude: ["Reports/report.md"]),
    .testTarget(
      name: "StoreSyncTests",
      dependencies: [
        "EventLedger", "Intake", "LedgerContract", "OwnThreads", "StorePayloads", "StoreSync",
        "SubscriptionCore",
      ]),
    .testTarget(
      name: "StoreClientsTests",
      dependencies: [
        "Cryptography", "OwnThreads", "SimulatedStores", "StoreClients", "StorePayloads",
        "StoreSimulator", "StoreSync", "SubscriptionCore",
      ]),
    .testTarget(
      name: "SimulatedStoresTests",
      dependencies: [
        "Cryptography", "OwnThreads", "PlainText", "SimulatedStores", "StorePayloads",
        "StoreSimulator", "SubscriptionCore",
      ]),
    .testTarget(
      name: "WebhookTests",
      dependencies: [
        "Cryptography", "EventLedger", "Intake", "LedgerContract", "LedgerSQLite", "OwnThreads",
        "PlainText", "StorePayloads", "StoreSimulator", "StoreSync", "SubscriptionCore", "Webhook",
        grdb, lifecycle, logging, nio, nioEmbedded, nioHTTP1,
      ]),
    .testTarget(
      name: "ChurntopdTests",
      dependencies: [
        "ConfigurationFiles", "Cryptography", "EventLedger", "Intake", "LedgerContract",
        "LedgerSQLite", "OwnThreads", "PostgresServer", "ProgramConventions", "SimulatedStores",
        "StoreClients", "StorePayloads", "StoreSimulator", "StoreSync", "SubscriptionCore",
        "Webhook", "churntopd", argumentParser, grdb, logging,
      ] + postgres),
    .testTarget(
      name: "OracleTests",
      dependencies: [
        "EventLedger", "LedgerContract", "LedgerSQLite", "StoreOracle", "SubscriptionCore",
      ]),
    fuzzing,
    .testTarget(name: "TidyTests"),

    // MARK: Benchmarks

    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "Cryptography", "CursesTerminal", "Dashboard", "EventLedger", "Intake", "LedgerSQLite",
        "LedgerSimulation", "PostgresServer", "SeededNumbers", "StoreOracle", "StorePayloads",
        "StoreSimulator", "StoreSync", "SubscriptionCore", "TerminalUI", argumentParser, grdb,
      ] + postgres,
      path: "Tests/Benchmarks"),
    .executableTarget(
      name: "daemon-benchmarks",
      dependencies: [
        "Cryptography", "EventLedger", "Intake", "LedgerSQLite", "StorePayloads",
        "StoreSimulator", "StoreSync", "SubscriptionCore", "Webhook", argumentParser, grdb,
        lifecycle, logging,
      ],
      path: "Tests/DaemonBenchmarks"),
  ]
)

for target in package.targets where target.type != .system && target.swiftSettings == nil {
  target.swiftSettings = strict + (hot.contains(target.name) ? [optimised] : [])
}
