/// What whoever runs the fake stores by hand can change: `PUT /control/faults/ENDPOINT?fault=…`
/// with `&times=…`, and `DELETE` of the same path.
extension FakeStores {
  func control(_ request: FakeRequest) -> FakeReply? {
    guard request.path.count == 3, request.path.prefix(2) == ["control", "faults"] else {
      return nil
    }
    guard let endpoint = StoreEndpoint(rawValue: request.path[2]) else {
      let names = StoreEndpoint.allCases.map(\.rawValue).joined(separator: "\n")
      return FakeReply(status: 404, body: Array(names.utf8))
    }
    switch request.method {
    case "PUT":
      guard let fault = request.value("fault").flatMap({ StoreFault($0) }) else {
        return FakeReply(status: 400, body: Array("fault=… is not understood".utf8))
      }
      set(fault, at: endpoint, times: request.value("times").flatMap { Int($0) })
      return FakeReply(status: 204)
    case "DELETE":
      clear(endpoint)
      return FakeReply(status: 204)
    default: return FakeReply(status: 405)
    }
  }
}
