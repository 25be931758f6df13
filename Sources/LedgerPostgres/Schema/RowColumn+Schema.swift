#if Postgres
  import LedgerRows

  extension RowColumn {
    /// The name, the type and the rules in the schema.
    var declaration: String {
      let type = isText ? "text COLLATE \"C\"" : "bigint"
      return "\(name) \(type)\(isRequired ? " NOT NULL" : "")"
    }

    /// The type of several values.
    var arrayType: String { isText ? "text[]" : "bigint[]" }

    /// A Boolean value that indicates whether it holds texts rather than numbers; several are
    /// stored as one (``StoredText/list(_:)``).
    var isText: Bool { content != .number }
  }
#endif
