import ArgumentParser

/// Whether screens are told line by line instead of drawn.
struct AccessOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Tell screens line by line, as for screen readers; also ACCESSIBLE=1.")
  var accessible: Bool?
}
