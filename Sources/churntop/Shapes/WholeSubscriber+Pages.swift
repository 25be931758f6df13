import SubscriptionCore

/// The store's pages for a subscription, as `show --web` prints them.
extension WholeSubscriber {
  /// The pages, with the latest order to search for.
  private var pages: [StoreConsole.Page] {
    let order = payments.last { $0.subscription == row.id && $0.name != nil }?.name
    return StoreConsole.pages(
      store: row.store, product: row.product, app: row.app, order: order)
  }

  var pagesText: String {
    let width = pages.map(\.title.count).max() ?? 0
    return pages.map { page in
      let title = page.title + String(repeating: " ", count: width - page.title.count)
      let search = page.search.map { "Search for \($0). " } ?? ""
      let indent = String(repeating: " ", count: width + 2)
      return "\(title)  \(page.address)\n\(indent)\(search)\(page.use)\n"
    }.joined()
  }

  var pagesJSON: JSON {
    .array(
      pages.map { page in
        [
          "title": .string(page.title), "address": .string(page.address),
          "search": JSON(page.search), "use": .string(page.use),
        ]
      })
  }
}
