import Foundation
import Synchronization

/// How often each of many purchases was asked about, in a file that outlives a killed process.
final class AskedMap: Sendable {
  private let address: UInt
  private let count: Int
  private let total = Mutex(0)

  /// Opens the map of a number of purchases, empty where there is none yet.
  init(path: String, count: Int) throws {
    self.count = count
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    guard descriptor >= 0, ftruncate(descriptor, count) == 0,
      let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else { throw CocoaError(.fileWriteUnknown) }
    close(descriptor)
    address = UInt(bitPattern: memory)
  }

  /// Counts a question.
  ///
  /// - Returns: How many this process has put.
  func ask(about number: Int) -> Int {
    total.withLock { total in
      if let cell = UnsafeMutablePointer<UInt8>(bitPattern: address) { cell[number] &+= 1 }
      total += 1
      return total
    }
  }

  /// How many purchases were asked about that often.
  func histogram() -> [Int: Int] {
    var found: [Int: Int] = [:]
    guard let cell = UnsafePointer<UInt8>(bitPattern: address) else { return found }
    for number in 0..<count { found[Int(cell[number]), default: 0] += 1 }
    return found
  }
}
