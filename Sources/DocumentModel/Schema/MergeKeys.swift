import Diagnostics

/// Keys of an item that steer merging: the merger takes them out, so that no reader meets them.
enum MergeKeys {
  private static let remove = OptionalField<Bool>("remove", "`true` takes an inherited item of this name out")
  private static let before = OptionalField<Identifier>("before", "puts the item before the one of this name")
  private static let after = OptionalField<Identifier>("after", "puts the item behind the one of this name")

  static let all: [any FieldDeclaration] = [remove, before, after]

  /// A set with these keys beside its own, for the schema.
  static func added(to fields: [any FieldDeclaration]) -> FieldSet { FieldSet(fields + all) }
}
