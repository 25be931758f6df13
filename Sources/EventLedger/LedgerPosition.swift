/// Where an entry stands in a ledger: 1 for the first, growing, never reused.
public typealias LedgerPosition = Int64
