extension FuzzTarget {
  /// Every target, in the order in which the fuzzers try them.
  static let all: [FuzzTarget] =
    payloads + [
      jws, certificate, json, importFile, filter, filterSQL, pattern, configuration, products,
      theme, reply, times, terminal, keyNotation, screens, http, httpBody, pushToken,
      storeAnswers, ledgerCodec, ledgerFile,
    ]
}
