import Foundation

/// The memory that the C library's allocator keeps for the process.
public enum MallocTuning {
  /// Lets the allocator give back what a flood took, instead of keeping it for the next one.
  ///
  /// By itself it keeps an arena for each of up to eight threads a processor, and learns from the
  /// first long bodies that are freed to keep such memory. To be called before any thread is made.
  ///
  /// - Returns: Whether there is such an allocator and it takes all of that (mallopt(3)).
  @discardableResult
  public static func bound() -> Bool {
    // It has no declaration in the module of the C library, and other libraries do not have it.
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "mallopt") else { return false }
    let set = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
    return settings.allSatisfy { set($0.name, $0.value) == 1 }
  }

  /// M_ARENA_MAX, M_MMAP_THRESHOLD and M_TRIM_THRESHOLD of malloc.h.
  private static let settings: [(name: Int32, value: Int32)] = [
    (-8, 2), (-3, 128 << 10), (-1, 64 << 10),
  ]
}
