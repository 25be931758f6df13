import EventLedger
import Testing

@Suite struct LedgerAddressTests {
  @Test(arguments: [
    ("/var/lib/churn.sqlite", "/var/lib/churn.sqlite", "churn.sqlite"),
    ("postgres.sqlite", "postgres.sqlite", "postgres.sqlite"),
    ("postgres://db.example/churn", "postgres://db.example/churn", "churn"),
    ("postgresql://mira:s3cret@db:5433/churn", "postgresql://mira@db:5433/churn", "churn"),
    ("postgres://mira@db,standby:5433/churn", "postgres://mira@db,standby:5433/churn", "churn"),
    ("postgres://[::1]:5433/churn", "postgres://[::1]:5433/churn", "churn"),
    ("postgres:///?host=/run/pg&dbname=churn", "postgres://?host=/run/pg&dbname=churn", "churn"),
    (
      "postgres://db/churn?password=s3cret&options=-csearch_path%3Dteam",
      "postgres://db/churn?options=-csearch_path%3Dteam", "churn"
    ),
    ("service=churn", "service=churn", "churn"),
    ("service='our churn' password=s3cret", "service=our churn", "our churn"),
    ("postgres://", "postgres://", "PostgreSQL"),
    ("POSTGRES://mira:s3cret@db/churn", "postgres://mira@db/churn", "churn"),
    ("PostgreSQL://db/churn", "postgresql://db/churn", "churn"),
    (" postgres://mira:s3cret@db/churn\n", "postgres://mira@db/churn", "churn"),
    ("\t service=churn", "service=churn", "churn"),
  ])
  func `is shown without secrets`(_ text: String, _ shown: String, _ name: String) {
    let address = LedgerAddress(text)
    #expect(address.shown == shown)
    #expect(address.name == name)
    #expect("\(address)" == shown)
    #expect(address.isServer == !name.hasSuffix(".sqlite"))
  }

  /// Passwords whose signs should have been written in percent form.
  @Test(arguments: [
    "s3@cret", "s3/cret", "s3?cret", "s3:cret", "s3#cret", "s3&password=cret", "7?s3cret",
  ])
  func `shows no part of a password that breaks the URL`(_ password: String) {
    for text in [
      "postgres://mira:\(password)@db/churn", "postgres://db/churn?password=\(password)",
      "service=churn password='\(password)'",
    ] {
      let address = LedgerAddress(text)
      #expect(!address.shown.contains("7") && !address.shown.contains("s3"), "\(address.shown)")
      #expect(!address.shown.contains("cret"), "\(address.shown)")
      #expect(!address.name.contains("s3") && !address.name.contains("cret"), "\(address.name)")
    }
  }

  @Test(arguments: ["postgres://ops@db/churn", "postgresql://db/churn", "service=churn"])
  func `a server out of reach is no matter of paths`(location: String) {
    let advice = LedgerError.unavailable(location: location, detail: "refused").advice
    #expect(advice.contains("server") && !advice.contains("path"))
    #expect(LedgerError.unavailable(location: "/l", detail: "").advice.contains("path"))
  }

  @Test(arguments: [
    "postgers://ops:s3cret@db/churn", "mysql://ops:s3cret@db/churn", "sqlite:/s3cret",
    "file:s3cret.sqlite", "host=db password=s3cret", "password=s3cret", "DBNAME=s3cret",
    " mysql://ops:s3cret@db/churn", "'postgres://ops:s3cret@db/churn'",
    "ledger=POSTGRES://ops:s3cret@db/churn", "./postgres://ops:s3cret@db/churn",
  ])
  func `what is nearly a server is refused and not shown`(_ text: String) {
    let words = LedgerAddress.refusal(of: text)
    #expect(words?.contains("s3cret") == false)
    let address = LedgerAddress(text)
    #expect(!address.isServer)
    #expect(!address.shown.contains("s3cret") && !address.name.contains("s3cret"))
  }

  @Test(arguments: [
    "/var/lib/churn.sqlite", "./file:a.sqlite", "a:b.sqlite", "ledger=old.sqlite", "C.sqlite",
    "postgres://db/churn", "POSTGRES://db/churn", "service=churn",
  ])
  func `paths and servers are not refused`(_ text: String) {
    #expect(LedgerAddress.refusal(of: text) == nil)
  }
}
