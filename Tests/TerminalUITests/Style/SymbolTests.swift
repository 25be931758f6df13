import Testing

@testable import TerminalUI

@Suite struct SymbolTests {
  @Test func `equal names have one number, and a number has its name`() {
    let names = (0..<200).map { "interned.\($0)" }
    let first = names.map { Symbol($0) }
    let second = names.reversed().map { Symbol($0) }
    #expect(first == second.reversed())
    #expect(Set(first).count == names.count)
    #expect(first.map(\.text) == names)
    #expect(Symbol("").number == 0)
  }

  @Test func `threads that name the same things agree`() async {
    let found = await withTaskGroup(of: [Symbol].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<100).map { Symbol("threads.\($0)") } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found.count == 8)
    #expect(Set(found).count == 1)
    #expect(found.first?.map(\.text) == (0..<100).map { "threads.\($0)" })
  }
}
