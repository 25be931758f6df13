/// The operator between a field and its value.
enum FieldOperator {
  case equals
  case contains
  case compare(FilterComparison)
  case differs
}
