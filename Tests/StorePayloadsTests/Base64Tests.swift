import Testing

@testable import StorePayloads
