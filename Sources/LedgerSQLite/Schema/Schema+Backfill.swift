import GRDB

extension Schema {
  /// The purchases that lists name, and what became of asking about them.
  ///
  /// A purchase is unique by the mark (``Hash64``) of its store, app and name, so that neither
  /// name nor account need be kept once it is answered.
  static let backfill = [
    """
    CREATE TABLE backfill (
      number INTEGER PRIMARY KEY,
      mark INTEGER NOT NULL UNIQUE,
      run INTEGER NOT NULL,
      line INTEGER NOT NULL,
      store TEXT NOT NULL,
      app TEXT NOT NULL,
      name TEXT,
      account TEXT,
      rank INTEGER NOT NULL,
      outcome TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE INDEX backfillOpen ON backfill(run, store, app, rank, number)
    WHERE outcome = 'waiting'
    """,
    """
    CREATE INDEX backfillUnanswered ON backfill(run, line, number)
    WHERE outcome NOT IN ('waiting', 'answered')
    """,
  ]
}
