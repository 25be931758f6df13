/// A row of the panel that says how soon access and the stores' tries end.
enum LossRow: Hashable, Sendable {
  /// The heading of the lines about access, or of those about the stores' tries.
  case heading(isRetry: Bool)
  /// Nothing.
  case blank
  /// A line; the title says what it is about where its heading is not shown.
  case line(LossLine, saysAll: Bool)

  /// The rows of a panel of a height, with the cursor's line among them.
  ///
  /// - Parameters:
  ///   - height: How many rows there are.
  ///   - cursor: The place of the cursor among all lines.
  /// - Returns: The rows, and how many lines are left out.
  static func rows(height: Int, cursor: Int) -> (rows: [LossRow], left: Int) {
    let all = LossLine.allCases
    let (access, retry) = (all.filter { !$0.isRetry }, all.filter(\.isRetry))
    if height >= all.count + 2 {
      var rows = [LossRow.heading(isRetry: false)]
      rows += access.map { LossRow.line($0, saysAll: false) }
      if height > all.count + 2 { rows.append(.blank) }
      rows.append(.heading(isRetry: true))
      rows += retry.map { LossRow.line($0, saysAll: false) }
      return (rows, 0)
    }
    let count = max(0, height - 1)
    let first = max(0, min(cursor - count / 2, all.count - count))
    let shown = all.dropFirst(first).prefix(count)
    let isRetry = shown.first?.isRetry ?? false
    var rows = [LossRow.heading(isRetry: isRetry)]
    rows += shown.map { LossRow.line($0, saysAll: $0.isRetry != isRetry) }
    return (rows, all.count - shown.count)
  }
}
