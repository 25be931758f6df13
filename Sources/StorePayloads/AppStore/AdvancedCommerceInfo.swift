import PlainText
import SubscriptionCore

/// The details of a transaction or renewal under the Advanced Commerce API
/// (<https://developer.apple.com/documentation/appstoreserverapi/advancedcommercetransactioninfo>).
struct AdvancedCommerceInfo {
  var requestReferenceId: String?
  var consistencyToken: String?
  var period: String?
  var taxCode: String?
  var taxRate: String?
  /// The price without tax in thousandths of the currency's unit.
  var taxExclusivePrice: Int64?
  /// The tax in thousandths of the currency's unit.
  var estimatedTax: Int64?
  var displayName: String?
  var description: String?
  var items: [Item]

  /// One purchased item.
  struct Item {
    var sku: String?
    var displayName: String?
    var description: String?
    /// The price in thousandths of the currency's unit.
    var price: Int64?
    var revocationDate: Timestamp?

    init(_ json: JSONValue) throws(Fault) {
      sku = try json.string("SKU")
      displayName = try json.string("displayName")
      description = try json.string("description")
      price = try json.integer("price")
      revocationDate = try json.time("revocationDate")
    }
  }

  init(_ json: JSONValue) throws(Fault) {
    requestReferenceId = try json.string("requestReferenceId")
    consistencyToken = try json.string("consistencyToken")
    period = try json.string("period")
    taxCode = try json.string("taxCode")
    taxRate = try json.string("taxRate")
    taxExclusivePrice = try json.integer("taxExclusivePrice")
    estimatedTax = try json.integer("estimatedTax")
    let descriptors = try json.object("descriptors")
    displayName = try descriptors?.string("displayName")
    description = try descriptors?.string("description")
    items = []
    for item in try json.array("items") { items.append(try Item(item)) }
  }
}
