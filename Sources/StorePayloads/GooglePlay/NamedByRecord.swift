/// The identifiers that an archive record adds to the notification in it.
struct NamedByRecord {
  var token: String?
  var product: String?
}
