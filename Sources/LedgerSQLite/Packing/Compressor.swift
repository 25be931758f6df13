internal import CZstandard
import Foundation
import Synchronization

/// Compresses what a ledger keeps, with dictionaries of what the stores say again and again.
///
/// A compressed value is one frame of Zstandard (RFC 8878) that names its dictionary, says how long
/// the value is and ends with a checksum of it.
final class Compressor {
  /// The bytes that a compressed value begins with, and no document that a store sends: the magic
  /// number of a frame.
  static let mark: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  /// The most bytes of a value that is compressed; a frame that claims more is damaged.
  static let bytesMax = 16 << 20

  /// The fewest bytes of a value that is worth the work.
  private static let bytesMin = 64

  /// The states of compressing and of reading, once they were needed.
  private var (writer, reader): (OpaquePointer?, OpaquePointer?)

  deinit {
    ZSTD_freeCCtx(writer)
    ZSTD_freeDCtx(reader)
  }

  /// A Boolean value that indicates whether stored bytes are compressed.
  static func isCompressed(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: mark) }

  /// Compresses a value with the dictionary of its kind.
  ///
  /// - Returns: What is to be stored; `nil` where it would be no shorter than the value.
  /// - Complexity: O(*n*) for *n* bytes.
  func compressed(
    _ value: [UInt8], _ dictionary: CompressionDictionary = .payloads
  ) -> [UInt8]? {
    guard value.count >= Self.bytesMin, value.count <= Self.bytesMax,
      prepareWriter(dictionary)
    else { return nil }
    // Without room for as many bytes as the value has, there is no frame.
    var isShorter = false
    let frame = [UInt8](unsafeUninitializedCapacity: value.count) { frame, count in
      let length = ZSTD_compress2(writer, frame.baseAddress, value.count - 1, value, value.count)
      isShorter = ZSTD_isError(length) == 0
      count = isShorter ? length : 0
    }
    return isShorter ? frame : nil
  }

  private func prepareWriter(_ dictionary: CompressionDictionary) -> Bool {
    guard let bytes = dictionary.writing else { return false }
    if writer == nil {
      guard let made = ZSTD_createCCtx() else { return false }
      guard ZSTD_isError(ZSTD_CCtx_setParameter(made, ZSTD_c_checksumFlag, 1)) == 0 else {
        ZSTD_freeCCtx(made)
        return false
      }
      writer = made
    }
    // A frame that found no room is still open, and takes no dictionary.
    ZSTD_CCtx_reset(writer, ZSTD_reset_session_only)
    return ZSTD_isError(ZSTD_CCtx_refCDict(writer, bytes)) == 0
  }

  /// Gives back what was compressed.
  ///
  /// - Returns: The value; `nil` where what was stored is damaged or of an unknown dictionary.
  /// - Complexity: O(*n*) for *n* bytes of the value, ``bytesMax`` at most.
  func expanded(_ frame: [UInt8]) -> [UInt8]? { frame.withUnsafeBytes { expanded($0) } }

  /// Gives back what was compressed, out of bytes in place.
  func expanded(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let frame = bytes.baseAddress else { return nil }
    let length = ZSTD_getFrameContentSize(frame, bytes.count)
    guard length <= UInt64(Self.bytesMax),
      let dictionary = CompressionDictionary.of(bytes)?.reading
    else { return nil }
    if reader == nil { reader = ZSTD_createDCtx() }
    var isWhole = false
    let value = [UInt8](unsafeUninitializedCapacity: Int(length)) { value, count in
      let written = ZSTD_decompress_usingDDict(
        reader, value.baseAddress, Int(length), frame, bytes.count, dictionary)
      isWhole = ZSTD_isError(written) == 0 && written == Int(length)
      count = isWhole ? written : 0
    }
    return isWhole ? value : nil
  }
}

/// A compressor that several threads use in turn, since each takes much memory.
final class SharedCompressor: Sendable {
  private let compressor = Mutex(Compressor())

  private static let all = (0...ProcessInfo.processInfo.activeProcessorCount).map { _ in
    SharedCompressor()
  }
  private static let count = Atomic(0)

  /// Runs a closure with one of the compressors, an idle one where there is one.
  static func use<Value: Sendable>(_ body: (Compressor) -> Value) -> Value {
    let first = count.wrappingAdd(1, ordering: .relaxed).oldValue
    for place in first..<first + all.count {
      let shared = all[place % all.count]
      if let value = shared.compressor.withLockIfAvailable({ body($0) }) { return value }
    }
    return all[first % all.count].compressor.withLock { body($0) }
  }
}

/// A dictionary of what values of one kind have in common.
///
/// Its bytes are part of the form of ledger files: a dictionary that ever was in a release stays as
/// it is, and a better one gets the next number. Each was trained on invented payloads of both
/// stores with invented names, and on the events that follow from them, so that it holds nothing of
/// anybody.
///
/// Any number of threads may use it, as nothing changes it once it is prepared.
struct CompressionDictionary: Sendable {
  private let addresses: (writing: UInt, reading: UInt)

  /// The dictionary prepared for compressing.
  fileprivate var writing: OpaquePointer? { OpaquePointer(bitPattern: addresses.writing) }
  /// The dictionary prepared for reading.
  fileprivate var reading: OpaquePointer? { OpaquePointer(bitPattern: addresses.reading) }

  /// The dictionary of payloads, number 1.
  static let payloads = CompressionDictionary(PackageResources.payloads_1_dictionary)

  /// The dictionary of events, number 2.
  static let events = CompressionDictionary(PackageResources.events_2_dictionary)

  /// The dictionary that a frame names by its number.
  fileprivate static func of(_ frame: UnsafeRawBufferPointer) -> CompressionDictionary? {
    switch ZSTD_getDictID_fromFrame(frame.baseAddress, frame.count) {
    case 1: payloads
    case 2: events
    default: nil
    }
  }

  /// The quickest level: the others gain a hundredth.
  private static let level: Int32 = 1

  private init(_ bytes: [UInt8]) {
    addresses = (
      UInt(bitPattern: ZSTD_createCDict(bytes, bytes.count, Self.level)),
      UInt(bitPattern: ZSTD_createDDict(bytes, bytes.count))
    )
  }
}
