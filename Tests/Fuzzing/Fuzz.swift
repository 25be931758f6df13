import Foundation

/// The program that looks for inputs that a door does not bear.
///
/// `fuzz DOOR` and the arguments of libFuzzer (<https://llvm.org/docs/LibFuzzer.html#options>),
/// such as folders of inputs, or one input to try again. Without arguments it names the doors.
@main enum Fuzz {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else {
      for door in Door.all { print(door.name) }
      return
    }
    guard let door = Door.all.first(where: { $0.name == arguments[1] }) else {
      print("There is no door '\(arguments[1])'.")
      exit(2)
    }
    chosen = door
    let passed = [arguments[0], "-max_len=\(door.lengthMax)"] + arguments[2...]
    var pointers = passed.map { strdup($0) } + [nil]
    var count = CInt(passed.count)
    let status = pointers.withUnsafeMutableBufferPointer { buffer in
      var values = buffer.baseAddress
      return withUnsafeMutablePointer(to: &values) { runDriver(&count, $0, tryInput) }
    }
    exit(status)
  }

  /// The door that this process tries, set before the first input.
  @MainActor private static var chosen: Door?

  /// Sends one input through the door; ends the process where something does not hold.
  private static let tryInput: Input = { start, count in
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    MainActor.assumeIsolated {
      do {
        try chosen?.take(input)
      } catch {
        print("FINDING: \(error)")
        fflush(nil)
        abort()
      }
    }
    return 0
  }
}

/// What libFuzzer calls with every input.
private typealias Input = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

/// libFuzzer, which makes inputs up, runs them, and keeps those that reach something new.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ values: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ input: Input
) -> CInt
