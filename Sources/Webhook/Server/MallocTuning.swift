import Foundation

/// The tuning of the C library's allocator for a server.
public enum MallocTuning {
  /// Makes the allocator return memory to the system after a flood of requests.
  ///
  /// By default glibc keeps up to eight arenas a processor, and raises its thresholds when the
  /// first long bodies are freed. Call this before any thread is started.
  ///
  /// - Returns: Whether the allocator is glibc's and accepts every setting (mallopt(3)).
  @discardableResult
  public static func bound() -> Bool {
    // The C library's module does not declare it, and other C libraries do not have it.
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "mallopt") else { return false }
    let set = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
    return settings.allSatisfy { set($0.name, $0.value) == 1 }
  }

  /// M_ARENA_MAX, M_MMAP_THRESHOLD and M_TRIM_THRESHOLD of malloc.h.
  private static let settings: [(name: Int32, value: Int32)] = [
    (-8, 2), (-3, 128 << 10), (-1, 64 << 10),
  ]
}
