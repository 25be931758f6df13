import Foundation

/// The program that looks for inputs that a target does not bear.
///
/// `fuzz TARGET` and the arguments of libFuzzer (<https://llvm.org/docs/LibFuzzer.html#options>),
/// such as folders of inputs, or one input to try again. Without arguments it names the targets.
@main enum Fuzz {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else {
      for target in FuzzTarget.all { print(target.name) }
      return
    }
    guard let target = FuzzTarget.all.first(where: { $0.name == arguments[1] }) else {
      print("There is no target '\(arguments[1])'.")
      exit(2)
    }
    chosen = target
    let passed = [arguments[0], "-max_len=\(target.lengthMax)"] + arguments[2...]
    var pointers = passed.map { strdup($0) } + [nil]
    var count = CInt(passed.count)
    let status = pointers.withUnsafeMutableBufferPointer { buffer in
      var values = buffer.baseAddress
      return withUnsafeMutablePointer(to: &values) { runDriver(&count, $0, tryInput) }
    }
    exit(status)
  }

  /// The target that this process tries, set before the first input.
  @MainActor private static var chosen: FuzzTarget?

  /// Sends one input through the target; ends the process where something does not hold.
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
