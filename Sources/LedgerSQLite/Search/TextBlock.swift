import SubscriptionCore

/// The texts of a thousand rows that free text is looked for in, folded, one behind the other.
///
/// A byte that occurs in no UTF-8 ends each text and another each row, so that nothing is found
/// across their borders. Products are few, so each occurs once.
struct TextBlock: Hashable {
  /// The texts of every row: those of ``columns``, each but the last ended by ``textEnd``, and
  /// ``rowEnd`` after the last.
  var texts: [UInt8] = []
  /// The products of the rows, each ended by ``rowEnd``.
  var products: [UInt8] = []
  /// For every row the place of its product counted from 1, or 0, in two bytes.
  var places: [UInt8] = []
  private var known: [[UInt8]: UInt16] = [:]

  /// The number of low bits that number a row within its block.
  static let bits: Int64 = 10
  /// The number of rows of a block.
  static let rowCount = 1 << Int(bits)
  /// The columns whose texts stand in ``texts``, in order.
  static let columns: [SubscriberField] = [.id, .account, .name, .email]
  /// The byte after a text.
  static let textEnd: UInt8 = 0xFE
  /// The byte after a row.
  static let rowEnd: UInt8 = 0xFF

  /// Creates a block without rows.
  init() {}

  /// Adds the next row, by the UTF-8 of its texts; one that there is none of is empty.
  mutating func add(texts row: [UnsafeRawBufferPointer], product: UnsafeRawBufferPointer) {
    for (place, text) in row.enumerated() {
      if place > 0 { texts.append(TextBlock.textEnd) }
      texts.append(contentsOf: text)
    }
    texts.append(TextBlock.rowEnd)
    var place: UInt16 = 0
    if !product.isEmpty {
      let name = Array(product)
      place = known[name] ?? UInt16(known.count + 1)
      if known.updateValue(place, forKey: name) == nil {
        products += name
        products.append(TextBlock.rowEnd)
      }
    }
    places += [UInt8(place & 0xFF), UInt8(place >> 8)]
  }

  /// Adds the next row where there is none of that number.
  mutating func addNothing() {
    texts.append(TextBlock.rowEnd)
    places += [0, 0]
  }
}

/// The bytes of a ``TextBlock`` as they lie in a file, in which texts are found.
struct TextBlockBytes {
  var texts: UnsafeRawBufferPointer
  var products: UnsafeRawBufferPointer
  var places: UnsafeRawBufferPointer

  /// Calls a closure with the number of every row of the block that satisfies a term.
  func eachRow(of term: TextTerm, _ search: ByteSearch, _ body: (Int) -> Void) {
    if term.columns.contains(.product) { eachRow(withProductOf: term, search, body) }
    let columns = TextBlock.columns.map(term.columns.contains)
    guard columns.contains(true) else { return }
    var (row, counted, from) = (0, 0, 0)
    while let place = search.place(in: texts, from: from) {
      row += ByteSearch.count(TextBlock.rowEnd, in: texts, counted..<place)
      counted = place
      guard columns[column(at: place)], !term.isWhole || isWhole(place, search, in: texts) else {
        from = place + 1
        continue
      }
      body(row)
      from = place
      while texts[from] != TextBlock.rowEnd { from += 1 }
    }
  }

  /// The place among ``TextBlock/columns`` of the column in which a byte lies.
  private func column(at place: Int) -> Int {
    var (before, column) = (place - 1, 0)
    while before >= 0, texts[before] != TextBlock.rowEnd {
      if texts[before] == TextBlock.textEnd { column += 1 }
      before -= 1
    }
    return column
  }

  private func isWhole(
    _ place: Int, _ search: ByteSearch, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    let end = place + search.wanted.count
    return (place == 0 || bytes[place - 1] >= TextBlock.textEnd)
      && bytes[end] >= TextBlock.textEnd
  }

  private func eachRow(
    withProductOf term: TextTerm, _ search: ByteSearch, _ body: (Int) -> Void
  ) {
    var isWanted = [false]
    var (product, counted, from) = (1, 0, 0)
    while let place = search.place(in: products, from: from) {
      product += ByteSearch.count(TextBlock.rowEnd, in: products, counted..<place)
      counted = place
      from = place + 1
      guard !term.isWhole || isWhole(place, search, in: products) else { continue }
      while isWanted.count < product { isWanted.append(false) }
      if isWanted.count == product { isWanted.append(true) }
    }
    guard isWanted.count > 1 else { return }
    for row in 0..<places.count / 2 {
      let place = Int(places[2 * row]) | Int(places[2 * row + 1]) << 8
      if place < isWanted.count, isWanted[place] { body(row) }
    }
  }
}
