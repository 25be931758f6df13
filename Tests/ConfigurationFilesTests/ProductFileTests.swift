import ConfigurationFiles
import SubscriptionCore
import Testing

struct ProductFileTests {
  private static let csv = """
    store,app,product,basePlan,name,period,graceDays,holdDays,country,price,offer,mode,count,since
    google-play,com.a,gold,monthly,Gold,P1M,7,53,JP,480 JPY,,,,
    google-play,com.a,gold,monthly,,,,,US,4.99 USD,,,,
    google-play,com.a,gold,monthly,,,,,JP,600 JPY,,,,2026-05-01
    google-play,com.a,gold,monthly,,P1W,,,,,intro,freeTrial,,
    app-store,,pro,,Pro,P1Y,,,,,,,,
    """

  private static let toml = """
    [[products]]
    store = "google-play"
    app = "com.a"
    product = "gold"
    basePlan = "monthly"
    name = "Gold"
    period = "P1M"
    graceDays = 7
    holdDays = 53
    prices = { JP = "480 JPY", US = "4.99 USD" }

    [[products]]
    store = "google-play"
    app = "com.a"
    product = "gold"
    basePlan = "monthly"
    country = "JP"
    price = "600 JPY"
    since = "2026-05-01"

    [[products]]
    store = "google-play"
    app = "com.a"
    product = "gold"
    basePlan = "monthly"
    offer = "intro"
    mode = "freeTrial"
    period = "P1W"

    [[products]]
    store = "app-store"
    product = "pro"
    name = "Pro"
    period = "P1Y"
    """

  private static let json = """
    {"products": [
      {"store": "google-play", "app": "com.a", "product": "gold", "basePlan": "monthly",
       "name": "Gold", "period": "P1M", "graceDays": 7, "holdDays": 53, "level": null,
       "prices": {"JP": "480 JPY", "US": "4.99 USD"}},
      {"store": "google-play", "app": "com.a", "product": "gold", "basePlan": "monthly",
       "country": "JP", "price": "600 JPY", "since": "2026-05-01"},
      {"store": "google-play", "app": "com.a", "product": "gold", "basePlan": "monthly",
       "offer": "intro", "mode": "freeTrial", "period": "P1W"},
      {"store": "app-store", "product": "pro", "name": "Pro", "period": "P1Y"}]}
    """

  private func catalogue(_ text: String) throws -> ProductCatalogue {
    let read = ProductFile.read(text)
    try #require(read.problems == [])
    var catalogue = ProductCatalogue()
    catalogue.take(read.statements, at: .epoch)
    return catalogue
  }

  @Test(arguments: [(csv, ProductFile.csv), (toml, .toml), (json, .json)])
  func `the three forms say the same`(_ text: String, _ form: ProductFile) throws {
    #expect(ProductFile.form(of: text) == form)
    let catalogue = try catalogue(text)
    #expect(try catalogue == self.catalogue(Self.csv))
    let key = ProductKey(store: .googlePlay, app: "com.a", product: "gold", basePlan: "monthly")
    #expect(catalogue.period(of: key)?.value == .monthly)
    #expect(catalogue.recovery(of: key) == .init(graceDays: 7, holdDays: 53))
    #expect(catalogue.displayName(of: key) == "Gold")
    func yen(_ day: String) -> String? {
      catalogue.price(of: key, country: "JP", at: Timestamp(rfc3339: day))?.value.decimal
    }
    #expect(yen("2026-04-30") == "480.00")
    #expect(yen("2026-05-01") == "600.00")
    #expect(catalogue.offer("intro", of: key)?.value.phases.map(\.period) == [.weekly])
    let pro = ProductKey(store: .appStore, app: "com.b", product: "pro")
    #expect(catalogue.period(of: pro)?.value == .yearly)
  }

  @Test(arguments: ProductFile.allCases)
  func `what is written is read as the same`(_ form: ProductFile) throws {
    var original = try catalogue(Self.csv)
    let app = ProductKey(store: .appStore, app: "com.a", product: "")
    let setting = AppStoreGraceSetting(length: .sixteenDays, inSandbox: true)
    let everywhere = Money(micros: 1_500_000, currency: "EUR")
    let gold = ProductKey(store: .googlePlay, product: "go\"ld, \\ü")
    let offer = CatalogueOffer(phases: [
      .init(mode: .freeTrial, period: .weekly),
      .init(
        mode: .payAsYouGo, period: .monthly, count: 3, prices: ["JP": everywhere, "": everywhere]),
    ])
    original.take(
      [
        CatalogueStatement(.appStoreGrace(setting), of: app, source: .appStoreConnect),
        CatalogueStatement(.price(country: "", everywhere), of: gold, source: .googlePlay),
        CatalogueStatement(.offer("three", offer), of: gold, source: .googlePlay),
        CatalogueStatement(.level(2), of: gold, source: .googlePlay),
      ], at: .epoch)
    let rows = ProductRow.rows(of: original)
    let text: String
    switch form {
    case .toml: text = ProductFile.toml(rows)
    case .json: text = ProductFile.json(rows).pretty()
    case .csv:
      let flat = rows.flatMap(\.flat)
      let fields = ProductFile.fields(of: flat)
      let lines =
        [fields.map(\.rawValue)] + flat.map { row in fields.map { row.cells[$0]?.text ?? "" } }
      text = lines.map { $0.map(Self.quoted).joined(separator: ",") + "\n" }.joined()
    }
    #expect(ProductFile.form(of: text) == form)
    #expect(try catalogue(text) == original, "\(text)")
  }

  private static func quoted(_ cell: String) -> String {
    "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }

  @Test(arguments: [
    ("store,product\nplay,a", "2 store 'play' is not a store. Write app-store or google-play."),
    ("store,product\ngoogle-play,a", "2  states nothing about a. Give it a period"),
    ("stor,product\n", "1 stor is not a field. Did you mean 'store'?"),
    ("store,product,product\n", "1 product is a column twice."),
    ("store,product,period\ngoogle-play,a", "2  there are 2 values for 3 columns."),
    ("store,product,period\ngoogle-play,a,1M", "2 period '1M' is not a period of one unit"),
    ("store,product,graceDays\ngoogle-play,a,31", "2 graceDays '31' is not a whole number from 0"),
    ("store,product,graceDays\napp-store,a,3", "2 graceDays is Google Play's."),
    (
      "store,product,graceDays,holdDays\ngoogle-play,a,30,60",
      "2 holdDays Google Play permits 30 to 60 days of grace and hold together, and graceDays 30"
    ),
    ("store,product,price\napp-store,a,5", "2 price '5' is not an amount and its currency"),
    ("store,product,country,price\napp-store,a,J1,5 USD", "2 country 'J1' is not the code"),
    ("store,product,since,period\napp-store,a,may,P1M", "2 since 'may' is not a date"),
    ("store,product,period\napp-store,a,P1M\napp-store,a,P1Y", "3 period is stated on line 2"),
    ("store,product,offer,period\napp-store,a,o,P1M", "2 offer belongs to an offer."),
    ("store,product,mode\napp-store,a,freeTrial", "2 period is missing."),
    ("store,product,mode,phase,period\napp-store,a,freeTrial,2,P1W", "2 phase the offer has no"),
    ("store,appStoreGrace\napp-store,17d", "2 appStoreGrace '17d' is not one of off, 3d"),
    ("store,product,appStoreGrace\napp-store,a,3d", "2 appStoreGrace is the setting of an app."),
    ("store,product,period\n\"app-store,a,P1M", "2  a quotation mark is never closed."),
    ("store,product,period\napp-store,a,x\n\"app-store,b,P1M", "2 period 'x' is not"),
    ("sk_live_51H8\n", "1  names no field of a product."),
    ("store,product\n", "1  the file states no products."),
    ("{\"products\": [\n{\"store\": \"app-store\",\n\"perio\": 1}]}", "3 perio is not a field."),
    ("{\"products\": [\n{\"store\": [1]}]}", "2 store has to be a text"),
    ("{\"product\": []}", "1 product is not known."),
    ("{\"products\": [\n}", "2  is not JSON: an unexpected character."),
    ("[[products]]\nstore = 'app-store'\nproduct = 'a'\nperiod = 'x'", "4 period 'x' is not"),
    ("[[products]]\nstore = \n", "2  is not TOML"),
  ])
  func `a mistake is told by line and field`(_ text: String, _ expected: String) throws {
    let problem = try #require(ProductFile.read(text).problems.first)
    let told = "\(problem.line) \(problem.field) \(problem.text)"
    #expect(told.hasPrefix(expected), "\(told)")
  }

  @Test func `rows may state alike what holds in every country`() {
    let read = ProductFile.read(
      """
      store,product,period,country,price
      app-store,a,P1M,JP,480 JPY
      app-store,a,P1M,US,4.99 USD
      """)
    #expect(read.problems.isEmpty && read.statements.count == 3, "\(read)")
  }

  @Test(arguments: [
    ("480 JPY", 480_000_000), ("4.99 USD", 4_990_000), ("0.000001 EUR", 1), ("0 EUR", 0),
  ])
  func `amounts are read to the millionth`(_ text: String, _ micros: Int64) {
    #expect(Money(text: text)?.micros == micros)
  }

  @Test(arguments: [
    "4,99 USD", "USD 4.99", "4.99", "4.99 usd", "-1 USD", "1. USD", ".5 USD", "1.0000001 USD",
    "99999999999999 USD", "4.99 USD x", "",
  ])
  func `what is no amount is refused`(_ text: String) { #expect(Money(text: text) == nil) }
}
