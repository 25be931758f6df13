import SubscriptionCore
import Testing

@testable import ConfigurationFiles
@testable import churntop

struct ReplyFilesTests {
  private var files: ReplyFiles { ReplyFiles(configurationFolder: "/nowhere") }

  @Test(arguments: ReplyFiles.shipped.map(\.language))
  func `a shipped language is sound and leaves nothing out`(_ language: String) throws {
    let toml = try #require(ReplyFiles.shipped.first { $0.language == language }?.toml)
    let file = try ConfigurationFile(path: "f", text: toml, kind: .replies)
    #expect(file.problems == [])
    let templates = try files.templates(language: language, country: nil)
    #expect(Set(templates.texts.keys) == Set(ReplyKey.allCases))
    #expect(templates.months.count == 12)
    #expect(Set(templates.stores.keys) == Set(Store.allCases))
  }

  @Test(arguments: ReplyFiles.shipped.map(\.language))
  func `no customer reads a word of the trade`(_ language: String) throws {
    let templates = try files.templates(language: language, country: nil)
    let trade = [
      "grace", "hold", "involuntary", "churn", "retry", "retries", "billing issue", "entitlement",
      "token", "猶予", "保留", "チャーン", "リトライ", "トークン",
    ]
    for (key, template) in templates.texts {
      let text = template.text.lowercased()
      #expect(!trade.contains { text.contains($0) }, "\(key): \(text)")
    }
  }

  @Test(arguments: ReplyFiles.shipped.map(\.language))
  func `with nothing known, every reply still reads`(_ language: String) throws {
    let templates = try files.templates(language: language, country: nil)
    for (key, template) in templates.texts {
      let values = ReplyPlaceholder.allCases.filter { $0.isAlwaysKnown(in: key) }
      let text = template.filled(Dictionary(uniqueKeysWithValues: values.map { ($0, "X") }))
      #expect(!text.contains { "[]{}".contains($0) }, "\(key): \(text)")
      #expect(!text.contains("  ") && !text.contains(" ."), "\(key): \(text)")
    }
  }

  @Test(arguments: [
    ("JP", "ja"), ("JPN", "ja"), ("jp", "ja"), ("DE", "en"), ("", "en"),
  ])
  func `the language follows the storefront's country`(_ country: String, _ language: String)
    throws
  {
    #expect(try files.templates(language: nil, country: country).language == language)
    #expect(try files.templates(language: "EN", country: country).language == "en")
  }
}
