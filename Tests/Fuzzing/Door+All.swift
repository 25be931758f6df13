extension Door {
  /// Every door, in the order in which the fuzzers try them.
  static let all: [Door] =
    payloads + [
      jws, certificate, json, importFile, filter, filterSQL, pattern, configuration, products,
      theme, reply, times, terminal, keyNotation, screens, http, httpBody, pushToken,
      storeAnswers, ledgerCodec, ledgerFile,
    ]
}
