/// A value that is kept behind a reference, so that what holds it is small to copy.
///
/// A copy of a structure retains every reference in it, and the compiler writes that out in each
/// place that copies one: a model with the state of every screen inside took more room than all the
/// code that uses it. The value is changed in place where nothing else holds it.
@propertyWrapper
public struct Boxed<Value> {
  /// Always one value; an array is the standard library's own reference with copies on write.
  private var storage: [Value]

  /// Keeps a value.
  public init(wrappedValue: Value) { storage = [wrappedValue] }

  /// The value.
  public var wrappedValue: Value {
    get { storage[0] }
    _modify { yield &storage[0] }
  }
}

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
extension Boxed: Sendable where Value: Sendable {}
