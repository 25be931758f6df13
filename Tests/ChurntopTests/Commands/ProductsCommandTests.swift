import OwnThreads
import ProgramConventions
import SubscriptionCore
import Testing

@Suite(.ownThread) struct ProductsCommandTests {
  private static let csv = """
    store,product,basePlan,name,period,holdDays,country,price
    google-play,pro.monthly,monthly,Pro,P1M,20,JP,480 JPY
    app-store,com.example.pro,,Pro,P1Y,,,
    """

  @Test func `an export in CSV brings back what a spreadsheet would evaluate`() throws {
    let (sandbox, other) = (try Sandbox(), try Sandbox())
    let file = "store,product,period,group\napp-store,-gold,P1M,=premium\napp-store,@x,P1Y,+plus\n"
    try #require(try sandbox.run(["products", "import", "-"], input: file).status == 0)
    let export = try sandbox.run("products", "export").output
    #expect(export.contains("'-gold") && export.contains("'=premium"), "\(export)")
    #expect(try other.run(["products", "import", "-"], input: export).status == 0)
    #expect(try other.run("products", "export").output == export)
    let known = try other.run("products", "list", "--format", "json").output
    #expect(known.contains("\"-gold\"") && known.contains("\"=premium\""), "\(known)")
  }

  @Test func `a file is taken in, listed with its source, and written back`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("products.csv", Self.csv)
    let outcome = try sandbox.run("products", "import", file, "--format", "json")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try outcome.json()["read"].number == 6)
    #expect(try outcome.json()["products"].number == 2)
    let list = try sandbox.run("products", "list")
    #expect(list.output.contains("pro.monthly/monthly  Google Play  any  period    P1M"), "\(list)")
    #expect(list.output.contains("an imported file"))
    let items = try sandbox.run("products", "list", "pro.monthly", "--format", "json").json()
    #expect(items["total"].number == 4)
    #expect(items["items"][0]["source"].text == "file")
    for form in ["csv", "json", "toml"] {
      let export = try sandbox.run("products", "export", "--as", form).output
      let other = try Sandbox()
      let copy = try other.write("copy", export)
      #expect(try other.run("products", "import", copy).status == 0)
      #expect(try other.run("products", "export", "--as", form).output == export)
    }
  }

  @Test func `a mistake is named and nothing is taken in`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("products.csv", Self.csv + "\napp-store,x,,,monthly,,,\n")
    let outcome = try sandbox.run("products", "import", file)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.diagnostics.contains("\(file):4: period: 'monthly' is not a period"))
    #expect(try sandbox.run("products", "list").status == 1)
  }

  @Test func `a known hold moves the end of the tries`() throws {
    let sandbox = try Sandbox()
    let archive = try sandbox.write("a.ndjson", PlayRecord.inGrace.archive)
    try #require(try sandbox.run("import", archive).status == 0)
    func ends() throws -> String? {
      try sandbox.run("show", "acct-mei", "--as-of", "2026-11-02", "--format", "json")
        .json()["retryEnds"].text
    }
    let before = try ends()
    let file = try sandbox.write("products.csv", Self.csv)
    try #require(try sandbox.run("products", "import", file).status == 0)
    let after = try ends()
    #expect(after != before)
    #expect(try sandbox.run("rebuild", "--check").status == 0)
    #expect(try sandbox.run("products", "import", file).output.contains("0 products changed"))
  }

  @Test func `what nobody sells is not found`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("products.csv", Self.csv)
    try #require(try sandbox.run("products", "import", file).status == 0)
    let outcome = try sandbox.run("products", "list", "nothing")
    #expect(outcome.status == 4)
    #expect(outcome.diagnostics.contains("Nothing is known of a product 'nothing'"))
  }
}
