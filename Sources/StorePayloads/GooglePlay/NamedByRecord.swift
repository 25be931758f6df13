/// What an archive record names beside the notification in it.
struct NamedByRecord {
  var token: String?
  var product: String?
}
