import Foundation
import StoreSync
import SubscriptionCore
import TerminalUI

@testable import StoreClients

extension FuzzTarget {
  /// What the stores answer to questions: pages, products, errors, keys; the first line is the
  /// value of the header fields, the rest is the body.
  static let storeAnswers = FuzzTarget("store-answers") { input in
    let parts = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let field = String(decoding: parts.first ?? [], as: UTF8.self)
    let body = Array(parts.dropFirst().first ?? [])
    let fields = ["retry-after": field, "date": field, "cache-control": field]
    for (index, status) in [200, 400, 401, 403, 404, 410, 429, 500].enumerated() {
      let reply = ClientResponse(status: status, fields: fields, body: body)
      let store = Store.allCases[index % 2]
      if let until = RetryAfter.instant(reply, from: store, now: Aftermath.now) {
        try demand(until <= Aftermath.now + RetryAfter.longest, "an endless pause")
      }
      _ = ClockSkew.milliseconds(of: reply, now: Aftermath.now)
    }
    if let message = StoreErrorBody(body).message { try Aftermath.hasNoControls(message) }
    for list in [AppStorePage.List.statuses, .notifications, .nothing] {
      guard let page = try? AppStorePage(ClientResponse(status: 200, body: body), lists: list)
      else {
        continue
      }
      _ = try? page.next(after: nil)
    }
    try catalogue(body)
    _ = try? ServiceAccount(json: body)
    _ = try? AppStoreKey(pem: String(decoding: body, as: UTF8.self), keyID: "k", issuerID: "i")
  }

  /// Takes what a body says of products into a catalogue, and computes with it.
  private static func catalogue(_ body: [UInt8]) throws {
    let data = Data(body)
    var statements: [CatalogueStatement] = []
    if let page = try? JSONDecoder().decode(PlaySubscriptionPage.self, from: data) {
      statements += page.items.flatMap { $0.statements(app: "com.example") }
    }
    if let page = try? JSONDecoder().decode(PlayOfferPage.self, from: data) {
      statements += page.items.compactMap { $0.statement(app: "com.example") }
    }
    if let page = try? JSONDecoder().decode(ConnectPage<[ConnectResource]>.self, from: data) {
      let key = ProductKey(store: .appStore, app: "com.example", product: "p")
      statements += page.data.flatMap { $0.statements(of: key, group: "g") }
      statements += page.data.compactMap { $0.price(page.includedByID) }.map {
        CatalogueStatement(.price(country: $0.country, $0.money), of: key, source: .appStoreConnect)
      }
      let phases = page.data.compactMap { $0.attributes?.phase }
      if !phases.isEmpty {
        let offer = CatalogueOffer(phases: phases)
        statements.append(CatalogueStatement(.offer("o", offer), of: key, source: .appStoreConnect))
      }
      _ = page.nextCursor
    }
    var catalogue = ProductCatalogue()
    catalogue.take(statements, at: Aftermath.now)
    let written = try JSONEncoder().encode(catalogue)
    let again = try JSONDecoder().decode(ProductCatalogue.self, from: written)
    try demand(again, equals: catalogue, "written and read again, it is another catalogue")
  }
}
