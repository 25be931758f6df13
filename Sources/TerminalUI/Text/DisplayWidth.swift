/// How many columns a single scalar takes in a terminal.
public enum DisplayWidth {
  /// The columns of a scalar: 1 or 2, 0 for one that combines with the scalar before it, -1 for
  /// a control character or a code point that Unicode 14 does not assign.
  ///
  /// - Complexity: O(log *n*) in the runs of the table, O(1) for ASCII.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value >= 0x20, value < 0x7F { return 1 }
    let key = value << 2 | 3
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] <= key { low = middle } else { high = middle }
    }
    let width = Int(runs[low] & 3)
    return width == 3 ? -1 : width
  }
}
