import OwnThreads
import SubscriptionCore
import Testing

@testable import Webhook

@Suite(.ownThread) struct AcceptedTokensTests {
  @Test func `a server that runs takes other tokens over`() async throws {
    let world = try PromptWorld()
    try await world.serve { running async throws in
      let path = "/v1/access?account=a"
      #expect(try await running.ask("GET", path).status == 200)
      let other = AccessToken(
        name: "other", hash: AccessToken.hash(of: "ctd_other"), scopes: [.accessRead])
      running.server.accept(TokenStore([other]))
      #expect(try await running.ask("GET", path).status == 401)
      let fields = ["Authorization": "Bearer ctd_other"]
      #expect(try await running.send("GET", path, fields: fields).status == 200)
      running.server.accept(TokenStore())
      #expect(try await running.send("GET", path, fields: fields).status == 401)
    }
  }
}
