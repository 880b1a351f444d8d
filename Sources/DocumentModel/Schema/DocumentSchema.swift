import Diagnostics
import Geodesy

/// The format as a JSON Schema and as a manual, both made from the declared keys.
package enum DocumentSchema {
  /// The JSON Schema (2020-12) of a map document, for editors and other programs.
  ///
  /// It knows what stands in one file. What follows from templates, from other keys or from the world outside is left to
  /// `mapdoc check`; a document that the schema refuses is wrong, one that it accepts may still be.
  package static func json(kinds: [any LayerKind.Type]) -> JSONValue {
    let fields = TopLevelKeys.all.schema(requiring: [])
    let head: JSONValue = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:mapdoc:format:1",
      "title": "mapdoc map document, format 1",
      "description": "A map: ordered layers, an initial extent, bookmarks and outputs.",
    ]
    let conditions: JSONValue = [
      "if": [
        "anyOf": [
          ["required": ["extends"]], ["properties": ["template": ["const": true]], "required": ["template"]],
        ]
      ],
      "else": ["required": ["mapdoc", "layers"], "properties": completeItems],
      "$defs": .object(definitions(kinds)) { $0 },
    ]
    return JSONValue.object(head.members + fields.members + conditions.members).acceptingParameters.sharingKeys
  }

  /// The JSON Schema of `.mapdoc.yaml`.
  package static var projectFile: JSONValue {
    let head: JSONValue = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:mapdoc:project:1",
      "title": "mapdoc project file",
    ]
    let definitions: JSONValue = ["$defs": .object(valueDefinitions) { $0 }]
    return .object(head.members + ProjectKeys.all.schema.members + definitions.members)
  }

  /// What items need in a document that extends no other.
  private static let completeItems: JSONValue = [
    "mapdoc": notNull, "canvas": ["properties": ["background": notNull]], "layers": ["$ref": "#/$defs/completeLayers"],
    "bookmarks": [
      "items": ["required": ["name", "extent"], "properties": ["name": notNull, "extent": notNull]]
    ],
    "grids": ["items": ["required": ["id", "type"], "properties": ["id": notNull, "type": notNull]]],
  ]

  private static let notNull: JSONValue = ["not": ["type": "null"]]

  private static let definedValues: [any DefinedValue.Type] = [
    Color.self, Length.self, Padding.self, CanvasSize.self, SpatialReference.self, ExtentForm.self,
    GeoJSONGeometry.self, Expression.self, WorkedValue.self,
  ]

  /// Of documents alone: a project file has none of them.
  private static let drawnValues: [any DefinedValue.Type] = [
    Symbol.self, FeatureRenderer.self, LabelClass.self, RampName.self,
  ]

  private static var valueDefinitions: [(String, JSONValue)] {
    [("parameter", parameter)] + definedValues.map { ($0.definitionName, $0.definedSchema) }
  }

  /// A text with `${name}` in it, which may stand for a value of any type.
  private static let parameter: JSONValue = [
    "description": "a parameter, filled in from `--set` or `params`", "type": "string", "pattern": "\\$\\{[^}]*\\}",
  ]

  private static func definitions(_ kinds: [any LayerKind.Type]) -> [(String, JSONValue)] {
    let vocabulary = LayerVocabulary(kinds: kinds)
    var all = valueDefinitions
    if kinds.contains(where: { $0.family == .features }) {
      all += drawnValues.map { ($0.definitionName, $0.definedSchema) }
    }
    all.append(("layer", layer(kinds)))
    for kind in kinds {
      let fields = LayerVocabulary.fields(of: kind).filter { $0.name != LayerKeys.type.name }
      all.append((name(kind.typeName), schema(of: fields, typeName: kind.typeName, summary: kind.summary)))
    }
    let group = vocabulary.group.fields.filter { $0.name != LayerKeys.type.name }
    all.append(
      (name(LayerVocabulary.groupName), schema(of: group, typeName: LayerVocabulary.groupName, summary: groupSummary)))
    let untyped = vocabulary.any.fields.filter { $0.name != LayerKeys.type.name }
    all.append((name("untyped"), schema(of: untyped, typeName: nil, summary: "keys for a layer of a template")))
    all.append(("completeLayers", completeLayers(kinds)))
    return all
  }

  static let groupSummary = "layers that are drawn together"

  private static func name(_ typeName: String) -> String { "layer-" + typeName }

  private static func schema(of fields: [any FieldDeclaration], typeName: String?, summary: String) -> JSONValue {
    let own = MergeKeys.added(to: fields).schema(requiring: [])
    let members = own.members.map { member -> (String, JSONValue) in
      guard member.key == "properties", let typeName else { return (member.key, member.value) }
      let type: JSONValue = ["type": ["const": .string(typeName)]]
      return (member.key, .object(type.members + member.value.members))
    }
    return .object([("description", .string(summary))] + members) { $0 }
  }

  /// Any layer: which keys it may have follows from its type.
  private static func layer(_ kinds: [any LayerKind.Type]) -> JSONValue {
    let names = kinds.map { $0.typeName } + [LayerVocabulary.groupName]
    let branches = names.map { typeName -> JSONValue in
      ["if": ifType(typeName), "then": ["$ref": .string("#/$defs/" + name(typeName))]]
    }
    let untyped: JSONValue = [
      "if": ["not": ["required": ["type"]]], "then": ["$ref": .string("#/$defs/" + name("untyped"))],
    ]
    return [
      "type": "object",
      "properties": ["type": ["description": "the kind of the layer", "enum": .array(names.map { .string($0) })]],
      "allOf": .array(branches + [untyped]),
    ]
  }

  private static func ifType(_ typeName: String) -> JSONValue {
    ["properties": ["type": ["const": .string(typeName)]], "required": ["type"]]
  }

  /// Layers that inherit nothing: each has an id, a type, and what its type asks for.
  private static func completeLayers(_ kinds: [any LayerKind.Type]) -> JSONValue {
    var needs = kinds.map { ($0.typeName, $0.fields.filter(\.isRequired).map(\.name)) }
    needs.append((LayerVocabulary.groupName, [LayerKeys.layers.name]))
    let branches = needs.filter { !$0.1.isEmpty }.map { typeName, keys -> JSONValue in
      [
        "if": ifType(typeName),
        "then": ["required": .array(keys.map { .string($0) }), "properties": .object(keys) { ($0, notNull) }],
      ]
    }
    return [
      "not": ["type": "null"], "minItems": 1,
      "items": [
        "required": ["id", "type"],
        "properties": ["id": notNull, "type": notNull, "layers": ["$ref": "#/$defs/completeLayers"]],
        "allOf": .array(branches),
      ],
    ]
  }
}
