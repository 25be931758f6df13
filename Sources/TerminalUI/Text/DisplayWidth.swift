/// The number of terminal columns of a single scalar.
public enum DisplayWidth {
  /// Returns the columns of a scalar: 1 or 2, 0 for one that combines with the previous scalar, -1
  /// for a control character or a code point that Unicode 14 does not assign.
  ///
  /// - Complexity: O(1) in the basic plane, O(log *n*) in the runs of the table beyond it.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value >= 0x20, value < 0x7F { return 1 }
    let code = value < 0x10000 ? basicPlane[Int(value)] : search(value)
    return code == 3 ? -1 : Int(code)
  }

  /// The codes of the basic plane, which includes nearly all text, one per scalar.
  private static let basicPlane: [UInt8] = {
    var codes: [UInt8] = []
    codes.reserveCapacity(0x10000)
    for (index, run) in runs.enumerated() where codes.count < 0x10000 {
      let end = index + 1 < runs.count ? min(Int(runs[index + 1] >> 2), 0x10000) : 0x10000
      codes += repeatElement(UInt8(run & 3), count: end - codes.count)
    }
    return codes
  }()

  private static func search(_ value: UInt32) -> UInt8 {
    let key = value << 2 | 3
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] <= key { low = middle } else { high = middle }
    }
    return UInt8(runs[low] & 3)
  }
}
