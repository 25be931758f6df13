import Dispatch
import Foundation

/// A serial queue on which only a few operations wait: who adds a further one waits for a place.
///
/// Foundation reads a response on, however many pieces of it wait for the delegate: one of 100 MB,
/// or one of a few kilobytes that decompresses to as much, would be in memory whole before the
/// delegate could say that it is too long. Here the reading waits for the delegate.
///
/// Foundation declares its queue `@unchecked Sendable`, which a subclass has to state as well; this
/// one adds only a semaphore, which is never replaced.
final class BoundedQueue: OperationQueue, @unchecked Sendable {
  /// The most operations that wait; a piece of a response has 16 KiB at most
  /// (`CURL_MAX_WRITE_SIZE`, <https://curl.se/libcurl/c/CURLOPT_WRITEFUNCTION.html>).
  static let waitingMax = 16

  private let places = DispatchSemaphore(value: BoundedQueue.waitingMax)

  override init() {
    super.init()
    maxConcurrentOperationCount = 1
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    places.wait()
    super.addOperation { [places] in
      block()
      places.signal()
    }
  }
}
