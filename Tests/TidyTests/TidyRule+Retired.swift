extension TidyRule {
  /// No name that was given up for the field's term.
  ///
  /// Each is beside the term that took its place, so that whoever writes one finds the other.
  static let retired = TidyRule(name: "no retired name") { file in
    guard file.stem != "TidyRule+Retired", !file.path.contains("/SchemaUpgrade+") else { return [] }
    let lines = file.lines.enumerated().flatMap { index, line in
      line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.compactMap { word in
        retiredNames[String(word)].map { "\(file.path):\(index + 1): \(word) is now \($0)" }
      }
    }
    return file.stem.hasSuffix("+Words") ? lines + ["\(file.path): Words is now Formatting"] : lines
  }

  /// No doc comment that asks: the first word names the thing, or the verb what it does.
  static let riddles = TidyRule(name: "a doc comment describes, and asks nothing") { file in
    guard file.path.hasPrefix("Sources/"), file.path.hasSuffix(".swift") else { return [] }
    let lines = file.lines.map { $0.drop { $0 == " " } }
    return lines.indices.compactMap { index in
      guard lines[index].hasPrefix("/// "), index == 0 || !lines[index - 1].hasPrefix("///"),
        let word = lines[index].dropFirst(4).split(separator: " ").first,
        questionWords.contains(String(word))
      else { return nil }
      return "\(file.path):\(index + 1): begins with \(word)"
    }
  }

  /// No word of the old dialect in a comment, a text for users or an article.
  ///
  /// Code between back quotes may have it, and so may the notes of simulated people.
  static let dialect = TidyRule(name: "comments, texts and articles are in plain English") { file in
    guard file.path.hasPrefix("Sources/"), !file.path.contains("/SchemaUpgrade+") else { return [] }
    var isCode = false
    let texts = file.path.contains("/StoreSimulator/") ? [] : file.sentences(with: oddWords)
    return (file.comments + texts).flatMap { line, text -> [String] in
      if text.hasPrefix("```") { isCode.toggle() }
      guard !isCode, oddWords.contains(where: text.holds) else { return [] }
      let prose = text.replacing(/`[^`]*`|<[^>]*>/, with: "")
      return prose.split { !$0.isLetter && $0 != "-" }.filter { oddWords.contains(String($0)) }
        .map { "\(file.path):\(line): say it without '\($0)'" }
    }
  }

  /// Words that stood for too many things: what is received, reported, shown or stored says so.
  private static let oddWords: Set = ["Nobody", "anew", "heard", "nobody", "stands", "told"]

  /// The words that a description does not begin with.
  private static let questionWords: Set = [
    "How", "Tells", "What", "When", "Where", "Whether", "Who", "Whoever", "Whom", "Whose", "Why",
  ]

  /// The field's terms by the names that they replaced.
  private static let retiredNames: [String: String] = [
    "AccountBook": "ProfileStore",
    "AlertBook": "AlertStateStore",
    "AlertCourier": "AlertSender",
    "AppStoreVoice": "AppStorePayloadEncoder",
    "BackfillDesk": "BackfillRunState",
    "BackfillShelf": "BackfillStore",
    "BackfillTally": "BackfillCounts",
    "BodyUse": "BodyState",
    "Cameo": "Scenario",
    "CatchUpClock": "AcceleratedClock",
    "ClientSurroundings": "ClientDependencies",
    "ColorSight": "ColorVision",
    "DashboardLooks": "DashboardAppearance",
    "DateWords": "DateFormatting",
    "DeliveryDoor": "CommitQueue",
    "DerivedRow": "SubscriberProjection",
    "DeskVoice": "SupportDeskEncoder",
    "DoorError": "CommitQueueError",
    "DoorLimits": "CommitQueueLimits",
    "DoorReport": "CommitQueueReport",
    "Echo": "RecheckTimer",
    "Errand": "BackgroundTask",
    "ErrandChoice": "BackgroundTaskChoice",
    "ErrandNews": "BackgroundTaskUpdate",
    "ErrandRunner": "BackgroundTaskRunner",
    "Errands": "background tasks",
    "EventStretch": "EventSearchPage",
    "EventWay": "SourceAlias",
    "EventWord": "TypeAlias",
    "FactsShelf": "FactsStorage",
    "FailingDoor": "FailingQueue",
    "FaultBoard": "FaultInjector",
    "FirstAnswer": "TimeoutRace",
    "Forgers": "AbuseTracker",
    "FuzzDesk": "FuzzSupport",
    "GatedDoor": "GatedQueue",
    "GooglePlayVoice": "GooglePlayPayloadEncoder",
    "HTTPQuestion": "ClientRequest",
    "HTTPReply": "ClientResponse",
    "HeadGate": "EarlyRejectHandler",
    "HeadGateInstaller": "EarlyRejectInstaller",
    "ImportFeed": "BatchChannel",
    "ImportTally": "ImportWriter",
    "InternedName": "Symbol",
    "Journey": "AsOfSwitch",
    "KeptLooks": "StoredAppearance",
    "KeptPictures": "RenderCache",
    "KeptPlaces": "SessionState",
    "KeptPlacesFile": "SessionStateFile",
    "KeptUndo": "UndoStore",
    "KeptUndoFile": "UndoStoreFile",
    "Knock": "RTDNotification",
    "KnockAnswerer": "NotificationEnricher",
    "KnockRecord": "EnrichmentRecord",
    "Knocks": "RTDNotification",
    "Lateness": "ReorderDetector",
    "LeaseStanding": "LeaseStatus",
    "LedgerDesk": "LedgerReadPool",
    "LogKeeper": "WALCheckpointer",
    "LooksChoice": "AppearanceChoice",
    "LooksMode": "AppearanceMode",
    "LooksOptions": "AppearanceOptions",
    "LooksOrigin": "AppearanceOrigin",
    "MemoryShelf": "MemoryCheckpointStore",
    "MessageWindows": "BillingIssueWindows",
    "NameMark": "Hash64",
    "Narration": "Diagnostics",
    "NearName": "FuzzyMatcher",
    "OffPool": "BlockingExecutor",
    "OrderShelf": "OrderLookupStore",
    "PastCut": "Cutoff",
    "PastFile": "AsOfSnapshot",
    "PastFold": "AsOfReplay",
    "PatternShelf": "PatternCache",
    "PieceIndex": "TrigramIndex",
    "PlayKnock": "RTDNotification",
    "PlayKnockAnswerer": "PlayNotificationEnricher",
    "PlayVoice": "PlayPayloadEncoder",
    "PostTally": "DeliveryCounts",
    "PostalHabits": "DeliveryFaults",
    "Postman": "DeliveryQueue",
    "PromptTick": "UpcomingPrompt",
    "PurchaseFamily": "CustomerPurchases",
    "QuarantineShelf": "QuarantineStore",
    "QuestionPace": "RateLimiter",
    "QuestionRate": "RateLimit",
    "ReadBatch": "ParsedBatch",
    "ReadChunk": "ParsedChunk",
    "ReadingWatch": "ReadDeadlines",
    "RealDoor": "RealQueue",
    "ReceiptVoice": "ReceiptEncoder",
    "Rederivation": "RebuildProgress",
    "RederivationReport": "RebuildReport",
    "RowDeriver": "Projector",
    "RowExtra": "RowDetail",
    "ScreenMap": "HitRegions",
    "ScreenTape": "SessionRecording",
    "SentenceFormatting": "DurationText",
    "ServerHeap": "MallocTuning",
    "Shelves": "a table's own name",
    "SiblingPurchase": "RelatedPurchase",
    "Spell": "Interval",
    "StatedReading": "StatedState",
    "StoreAsker": "RetryingClient",
    "StoreMails": "StoreMessages",
    "StoreNotice": "StoreMessage",
    "StoreQuestion": "StoreRequest",
    "StoreWalk": "HistoryScan",
    "SubscriptionMarks": "SubscriptionIDSet",
    "Surroundings": "Dependencies",
    "SyncDesk": "SyncRunState",
    "SyncMemory": "SyncCheckpoints",
    "SyncMemoryFile": "SyncCheckpointFile",
    "SyncMemoryStore": "SyncCheckpointStore",
    "SystemText": "SystemError",
    "TakenBack": "UndoResolution",
    "TallyBook": "CounterDeltas",
    "TallyKey": "CounterKey",
    "TallyKind": "CounterKind",
    "TallySums": "CounterReader",
    "TallyValue": "CounterValue",
    "TapeLine": "RecordingLine",
    "TappedTerminal": "RecordingTerminal",
    "TextShelf": "SearchCache",
    "TokenBook": "TokenStore",
    "ToldSubscription": "ChangedSubscription",
    "Utterance": "SimulatedEvent",
    "WalkPace": "ScanPace",
    "WebhookParts": "WebhookDependencies",
    "Wording": "DurationText",
    "breath": "cooldown",
    "cameo": "Scenario",
    "errand": "background task",
    "errands": "background tasks",
    "living": "live",
    "seats": "threads",
    "shelves": "tables",
    "stretch": "batch, page or span",
    "stretches": "batches, pages or spans",
  ]
}
