/// Reads what ``FieldWriter`` wrote, passing over fields it does not know.
struct FieldReader: FieldVisitor {
  static let keepsValues = false
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  /// The first thing that was wrong, if anything was.
  private(set) var fault: CodecError?
  private(set) var unread: [String] = []

  /// Creates a reader of bytes, which must stay valid while it is used.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func integer(_ number: UInt8, _ value: Int64?) -> Int64? {
    guard seek(number) else { return nil }
    guard let raw = number64() else { return fail(.truncated(offset: offset)) }
    return Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
  }

  mutating func text(_ number: UInt8, _ value: String?) -> String? {
    guard seek(number | FieldWriter.hasLength) else { return nil }
    guard let slice = measured() else { return fail(.truncated(offset: offset)) }
    return String(decoding: slice, as: UTF8.self)
  }

  mutating func texts(_ number: UInt8, _ value: [String]?) -> [String]? {
    guard seek(number | FieldWriter.hasLength) else { return nil }
    return parts().map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  mutating func numbers(_ number: UInt8, _ value: [UInt64]) -> [UInt64] {
    guard seek(number | FieldWriter.hasLength) else { return [] }
    guard let slice = measured() else { return fail(.truncated(offset: offset)) ?? [] }
    var inner = FieldReader(slice)
    var numbers: [UInt64] = []
    numbers.reserveCapacity(slice.count)
    while inner.offset < slice.count {
      guard let next = inner.number64() else { return fail(.truncated(offset: offset)) ?? [] }
      numbers.append(next)
    }
    return numbers
  }

  mutating func group<Group: Fields>(_ number: UInt8, _ value: Group?) -> Group? {
    guard seek(number | FieldWriter.hasLength) else { return nil }
    guard let slice = measured() else { return fail(.truncated(offset: offset)) }
    return read(slice)
  }

  mutating func groups<Group: Fields>(_ number: UInt8, _ value: [Group]) -> [Group] {
    guard seek(number | FieldWriter.hasLength) else { return [] }
    return (parts() ?? []).map { read($0) }
  }

  mutating func missing(_ number: UInt8) { note(.missing(field: number)) }

  mutating func note(unread raw: String, of field: String) { unread.append("\(field)=\(raw)") }

  // MARK: Bytes

  /// Goes to the value of a field; `false` where the next known field has a greater number.
  private mutating func seek(_ head: UInt8) -> Bool {
    let wanted = head & ~FieldWriter.hasLength
    while offset < bytes.count {
      let found = bytes[offset]
      if found == head {
        offset += 1
        return true
      }
      guard found & ~FieldWriter.hasLength < wanted else { return false }
      offset += 1
      let skipped = found & FieldWriter.hasLength == 0 ? number64() != nil : measured() != nil
      guard skipped else {
        note(.truncated(offset: offset))
        return false
      }
    }
    return false
  }

  private mutating func number64() -> UInt64? {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while offset < bytes.count, shift < 64 {
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  private mutating func measured() -> UnsafeRawBufferPointer? {
    guard let length = number64(), length <= UInt64(bytes.count - offset) else { return nil }
    let slice = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(length)])
    offset += Int(length)
    return slice
  }

  private mutating func parts() -> [UnsafeRawBufferPointer]? {
    guard let slice = measured() else { return fail(.truncated(offset: offset)) }
    var inner = FieldReader(slice)
    var parts: [UnsafeRawBufferPointer] = []
    while inner.offset < slice.count {
      guard let part = inner.measured() else { return fail(.truncated(offset: offset)) }
      parts.append(part)
    }
    return parts
  }

  private mutating func read<Group: Fields>(_ slice: UnsafeRawBufferPointer) -> Group {
    var reader = FieldReader(slice)
    var group = Group.blank
    group.visit(&reader)
    if let fault = reader.fault { note(fault) }
    unread += reader.unread
    return group
  }

  private mutating func note(_ error: CodecError) { fault = fault ?? error }

  private mutating func fail<Value>(_ error: CodecError) -> Value? {
    note(error)
    return nil
  }
}

/// An error of stored bytes that cannot be read.
public enum CodecError: Error, Hashable, Sendable {
  /// They end in the middle of a value.
  case truncated(offset: Int)
  /// A field without which the value makes no sense is not there, or holds an unknown value.
  case missing(field: UInt8)
  /// They were written in a form that this build does not know.
  case unknownVersion(UInt8)
}
