import StoreSimulator
import SubscriptionCore

/// The control routes for manual use: faults are set with `PUT /control/faults/ENDPOINT?fault=…`
/// and `&times=…` and cleared with `DELETE` of the same path, `GET
/// /control/push-token?audience=…&account=…` returns the bearer token of a push, and `GET
/// /control/purchases` lists the purchases to query.
extension FakeStores {
  func control(_ request: FakeRequest) -> FakeReply? {
    if request.path == ["control", "push-token"] { return pushToken(request) }
    if request.path == ["control", "purchases"] { return purchases(request) }
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

  /// Returns each purchase with its store, environment, status, and at the App Store its orders.
  private func purchases(_ request: FakeRequest) -> FakeReply {
    guard request.method == "GET" else { return FakeReply(status: 405) }
    let orders = Dictionary(grouping: world.appStoreOrders) { $0.value }
    let items = world.purchases.map { purchase in
      let own = (orders[purchase.key] ?? []).map { "\"\($0.key)\"" }.sorted()
      return "{\"store\":\"\(purchase.store.rawValue)\""
        + ",\"environment\":\"\(purchase.environment.rawValue)\",\"key\":\"\(purchase.key)\""
        + ",\"status\":\"\(purchase.status.rawValue)\",\"orders\":[\(own.joined(separator: ","))]}"
    }
    return .json("[\(items.joined(separator: ","))]")
  }

  private func pushToken(_ request: FakeRequest) -> FakeReply {
    guard request.method == "GET" else { return FakeReply(status: 405) }
    guard let audience = request.value("audience"), let account = request.value("account"),
      let token = try? pushToken(audience: audience, account: account, issuedAt: now)
    else {
      return FakeReply(status: 400, body: Array("audience=…&account=… is needed".utf8))
    }
    return FakeReply(status: 200, body: Array(token.utf8))
  }
}
