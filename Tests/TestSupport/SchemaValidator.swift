import Diagnostics
import FoundationEssentials
import Glibc

/// Another program's word on whether documents fit a schema: python3 with jsonschema and yaml.
package enum SchemaValidator {
  package static let isHere = run("import jsonschema, yaml; jsonschema.Draft202012Validator") == 0

  private static let script = """
    import json, sys, yaml, jsonschema
    folder = sys.argv[1]
    schema = json.load(open(folder + '/schema.json'))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    texts = json.load(open(folder + '/texts.json'))
    json.dump([validator.is_valid(yaml.safe_load(text)) for text in texts], open(folder + '/answers.json', 'w'))
    """

  package static func answers(to texts: [String], schema: JSONValue) throws -> [Bool] {
    let folder = try TemporaryFolder()
    try folder.write(schema.text(), to: "schema.json")
    try folder.write(JSONValue.array(texts.map { .string($0) }).text(), to: "texts.json")
    guard run(script, folder.path) == 0 else { throw Failed() }
    return try JSONDecoder().decode([Bool].self, from: Data(folder.read("answers.json")))
  }

  struct Failed: Error {}

  /// The exit status of a Python program.
  private static func run(_ program: String, _ argument: String = "") -> Int32 {
    let texts: [String] = ["python3", "-W", "ignore", "-c", program, argument]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawnp(&process, "python3", nil, nil, &words, nil) == 0 else { return -1 }
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { return -1 }
    return status
  }
}
