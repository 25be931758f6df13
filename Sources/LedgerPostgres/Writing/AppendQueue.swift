#if Postgres
  import Dispatch
  import EventLedger
  import SubscriptionCore
  import Synchronization

  /// The appends that wait for their turn, of which all that wait together are stored in one
  /// transaction.
  ///
  /// A commit waits for the server's disk, and only one writer of a ledger goes on at a time: ten
  /// threads that append one entry each would wait ten times. The first of them stores what has
  /// come up while the one before it was storing.
  final class AppendQueue: Sendable {
    /// Stores entries in one transaction.
    typealias Store = ([LedgerEntry], Timestamp) throws(LedgerError) -> [AppendOutcome]

    private struct State {
      var waiting: [Ticket] = []
      var isStoring = false
    }

    private let state = Mutex(State())

    /// The number of entries from which on no more are added to a transaction.
    private static let entriesMax = 1_000

    /// One append, which waits until it is stored or until it is its turn to store.
    private final class Ticket: Sendable {
      let entries: [LedgerEntry]
      let now: Timestamp
      private let answer = Mutex<Result<[AppendOutcome], LedgerError>?>(nil)
      private let isNext = DispatchSemaphore(value: 0)

      init(_ entries: [LedgerEntry], _ now: Timestamp) {
        (self.entries, self.now) = (entries, now)
      }

      /// Ends the wait: with an answer, or to store.
      func wake(_ result: Result<[AppendOutcome], LedgerError>? = nil) {
        answer.withLock { $0 = result }
        isNext.signal()
      }

      /// Waits for the answer; `nil` where it is the ticket's turn to store.
      func wait() -> Result<[AppendOutcome], LedgerError>? {
        isNext.wait()
        return answer.withLock { $0 }
      }
    }

    /// Stores entries, together with those of other threads that wait as well.
    ///
    /// - Returns: The outcomes of the entries.
    /// - Throws: `LedgerError`, with none of them stored.
    func append(
      _ entries: [LedgerEntry], now: Timestamp, _ store: Store
    ) throws(LedgerError) -> [AppendOutcome] {
      let own = Ticket(entries, now)
      let stores = state.withLock { state -> Bool in
        state.waiting.append(own)
        defer { state.isStoring = true }
        return !state.isStoring
      }
      if !stores, let result = own.wait() { return try result.get() }
      let tickets = takeTickets()
      let results = AppendQueue.results(of: tickets, store)
      let next = state.withLock { state -> Ticket? in
        state.isStoring = !state.waiting.isEmpty
        return state.waiting.first
      }
      next?.wake()
      for (ticket, result) in zip(tickets, results).dropFirst() { ticket.wake(result) }
      guard let result = results.first else { return [] }
      return try result.get()
    }

    /// Takes the appends of one transaction, the caller's first.
    private func takeTickets() -> [Ticket] {
      state.withLock { state in
        var (count, taken) = (0, 0)
        for ticket in state.waiting {
          if taken > 0, count + ticket.entries.count > AppendQueue.entriesMax { break }
          count += ticket.entries.count
          taken += 1
        }
        defer { state.waiting.removeFirst(taken) }
        return Array(state.waiting.prefix(taken))
      }
    }

    private static func results(
      of tickets: [Ticket], _ store: Store
    ) -> [Result<[AppendOutcome], LedgerError>] {
      let entries = tickets.flatMap(\.entries)
      let now = tickets.map(\.now).max() ?? .distantPast
      do throws(LedgerError) {
        var outcomes = try store(entries, now)[...]
        return tickets.map { ticket in
          defer { outcomes = outcomes.dropFirst(ticket.entries.count) }
          return .success(Array(outcomes.prefix(ticket.entries.count)))
        }
      } catch {
        // An entry that cannot be stored is the fault of its own append alone.
        guard tickets.count > 1, case .failed = error else {
          return tickets.map { _ in .failure(error) }
        }
        return tickets.map { ticket in
          do throws(LedgerError) {
            return .success(try store(ticket.entries, ticket.now))
          } catch {
            return .failure(error)
          }
        }
      }
    }
  }
#endif
