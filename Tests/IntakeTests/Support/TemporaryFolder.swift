import Glibc

/// A folder of its own that is removed with what is in it.
final class TemporaryFolder {
  let path: String

  init() {
    let places = String(repeating: "X", count: 6)
    var template = Array("/tmp/churntop-intake-\(places)".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? "/tmp"
    }
  }

  deinit {
    for name in written { unlink(name) }
    rmdir(path)
  }

  private var written: [String] = []

  /// Writes a file and gives its path.
  func write(_ bytes: [UInt8], as name: String = "input") -> String {
    let file = "\(path)/\(name)"
    written.append(file)
    guard let stream = fopen(file, "w") else { return file }
    _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, stream) }
    fclose(stream)
    return file
  }

  /// Writes a text file and gives its path.
  func write(_ text: String, as name: String = "input") -> String {
    write(Array(text.utf8), as: name)
  }
}
