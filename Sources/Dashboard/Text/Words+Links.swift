extension Words {
  /// A sentence whose links end before their query in an ellipsis.
  static func cuttingLinks(_ sentence: String, _ ellipsis: String) -> String {
    guard sentence.contains("https://") else { return sentence }
    return sentence.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.hasPrefix("https://"), let query = word.firstIndex(of: "?") else {
        return String(word)
      }
      let end = word.last.map { ".,;".contains($0) } == true ? String(word.suffix(1)) : ""
      return word[...query] + ellipsis + end
    }
    .joined(separator: " ")
  }
}
