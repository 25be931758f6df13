#if Postgres
  /// A value that a statement binds, in the binary form of its type.
  enum SQLValue: Hashable, Sendable {
    /// A `bigint`.
    case integer(Int64?)
    /// A `text`, in the form of ``StoredText``.
    case text(String?)
    /// A `bytea`.
    case bytes([UInt8]?)
    /// A `bigint[]`.
    case integers([Int64?])
    /// A `text[]`, each in the form of ``StoredText``.
    case texts([String?])
    /// A `text` that is in its stored form.
    case storedText(String)
    /// A `text[]` whose texts are in their stored form.
    case storedTexts([String?])
    /// A `bytea[]`.
    case byteStrings([[UInt8]?])
    /// A column of `integer[]`, each of which goes over as a text, as PostgreSQL writes it.
    case numberLists([[Int32]])

    /// The number of the type in PostgreSQL's catalogue, which no version changes.
    var type: UInt32 {
      switch self {
      case .integer: 20
      case .text, .storedText: 25
      case .bytes: 17
      case .integers: 1016
      case .texts, .storedTexts, .numberLists: 1009
      case .byteStrings: 1001
      }
    }
  }

  extension SQLValue {
    /// Returns whether a column has the same values as another, texts byte for byte.
    func isColumn(equalTo other: SQLValue) -> Bool {
      switch (self, other) {
      case (.texts(let texts), .texts(let others)),
        (.storedTexts(let texts), .storedTexts(let others)):
        texts.elementsEqual(others) { text, other in
          guard let text, let other else { return text == nil && other == nil }
          return text.utf8.elementsEqual(other.utf8)
        }
      case _: self == other
      }
    }
  }

  /// The parameters of a statement, one behind the other in one buffer.
  struct ParameterBuffer {
    private(set) var types: [UInt32] = []
    private(set) var lengths: [Int32] = []
    private var bytes: [UInt8] = []
    /// The beginning of each parameter; `nil` for NULL.
    private var starts: [Int?] = []

    /// Writes values.
    init(_ values: [SQLValue]) {
      for value in values { append(value) }
      // An empty buffer may have no address, while an empty text is not NULL.
      bytes.append(0)
    }

    /// The number of parameters.
    var count: Int { starts.count }

    private mutating func append(_ value: SQLValue) {
      types.append(value.type)
      let start = bytes.count
      switch value {
      case .integer(let number?): append(number)
      case .text(let text?): append(StoredText.stored(text))
      case .storedText(let text): append(text)
      case .bytes(let string?): bytes += string
      case .integer(nil), .text(nil), .bytes(nil):
        starts.append(nil)
        lengths.append(0)
        return
      case .integers(let numbers): append(numbers, of: 20) { $0.append($1) }
      case .texts(let texts): append(texts, of: 25) { $0.append(StoredText.stored($1)) }
      case .storedTexts(let texts): append(texts, of: 25) { $0.append($1) }
      case .byteStrings(let strings): append(strings, of: 17) { $0.bytes += $1 }
      case .numberLists(let lists):
        append(lists, of: 25) { $0.append("{\($1.map(String.init).joined(separator: ","))}") }
      }
      starts.append(start)
      lengths.append(Int32(clamping: bytes.count - start))
    }

    private mutating func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ text: String) {
      bytes.append(contentsOf: text.utf8)
    }

    /// Writes an array of one dimension: its head, then each element behind its length.
    private mutating func append<Element>(
      _ elements: [Element?], of type: Int32, _ write: (inout ParameterBuffer, Element) -> Void
    ) {
      append(Int32(elements.isEmpty ? 0 : 1))
      append(Int32(1))
      append(type)
      guard !elements.isEmpty else { return }
      append(Int32(clamping: elements.count))
      append(Int32(1))
      for element in elements {
        let start = bytes.count
        append(Int32(-1))
        guard let element else { continue }
        write(&self, element)
        let length = Int32(clamping: bytes.count - start - 4)
        withUnsafeBytes(of: length.bigEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
      }
    }

    /// Calls a closure with the types, the places and the lengths of the parameters.
    func withPointers<Result>(
      _ body: (
        _ types: UnsafePointer<UInt32>?, _ places: UnsafePointer<UnsafePointer<CChar>?>?,
        _ lengths: UnsafePointer<Int32>?, _ formats: UnsafePointer<Int32>?
      ) -> Result
    ) -> Result {
      bytes.withUnsafeBytes { buffer in
        let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        let places = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
        let binary = [Int32](repeating: 1, count: starts.count)
        return types.withUnsafeBufferPointer { types in
          places.withUnsafeBufferPointer { places in
            lengths.withUnsafeBufferPointer { lengths in
              binary.withUnsafeBufferPointer { formats in
                body(
                  types.baseAddress, places.baseAddress, lengths.baseAddress, formats.baseAddress)
              }
            }
          }
        }
      }
    }
  }
#endif
