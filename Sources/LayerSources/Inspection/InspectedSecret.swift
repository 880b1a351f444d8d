import Diagnostics
import DocumentModel
import Transport

/// The secret of an address that was given to `inspect`, as a document has it: a credential whose value comes from the
/// environment.
package struct InspectedSecret: Sendable, Hashable {
  /// Of the credential.
  package let name: String
  /// Its map, as YAML.
  package let yaml: String
  /// The variables that have to be set.
  package let variables: [String]
  /// The parameters of the address that it has no room for: a layer has one key.
  let omitted: [String]

  /// - Parameters:
  ///   - address: With the secret in it.
  ///   - name: For the credential: that of the layer.
  init?(of address: String, name: String) {
    let secrets = AddressParameter.all(in: address[...]).filter(Self.isSecret)
    let words = name.uppercased().replacing("-", with: "_")
    let stem = words.first?.isLetter ?? false ? words : "HOST_" + words
    let insecure = address.lowercased().hasPrefix("http:") ? ", allowInsecure: true" : ""
    self.name = name
    if !secrets.isEmpty {
      variables = [stem + "_KEY"]
      yaml = "{type: key, key: \"${env:\(stem)_KEY}\", in: path\(insecure)}"
    } else {
      guard SecretRule.stripped(address).address != address else { return nil }
      variables = [stem + "_USER", stem + "_PASSWORD"]
      yaml = "{type: basic, user: \"${env:\(stem)_USER}\", password: \"${env:\(stem)_PASSWORD}\"\(insecure)}"
    }
    omitted = secrets.filter { $0.value != secrets[0].value }.map { String($0.name) }
  }

  /// The address without it: `{key}` stands where the key goes.
  func hidden(in address: String) -> String {
    let key = AddressParameter.all(in: address[...]).first(where: Self.isSecret)?.value
    let open = address.replacingParameters { one in
      Self.isSecret(one) ? (one.value == key ? Credential.keyPlaceholder : "") : nil
    }
    // What is left of it is a user with a password.
    guard let slashes = open.firstRange(of: "://") else { return open }
    let authority = open[slashes.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return open }
    return String(open[..<slashes.upperBound] + open[open.index(after: at)...])
  }

  /// For people.
  package var remark: String {
    let variables = variables.map { "`\($0)`" }.joined(separator: " and ")
    return "the secret of the address is not written: set \(variables) where mapdoc runs"
      + (omitted.isEmpty
        ? "" : "; `\(omitted.joined(separator: "`, `"))` is left out, because a layer has one key")
  }

  private static func isSecret(_ parameter: AddressParameter) -> Bool {
    // What stands for a part of a tile's address is none.
    !parameter.value.isEmpty && !parameter.value.contains("{")
      && (SecretRule.namesSecret(parameter.plainName) || Address.isSecretName(parameter.plainName))
  }
}
