import ArgumentParser

/// The option that prints screens line by line instead of drawing them.
struct AccessOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Print screens line by line, for screen readers; also ACCESSIBLE=1.")
  var accessible: Bool?
}
