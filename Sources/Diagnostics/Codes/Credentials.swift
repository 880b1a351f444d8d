/// MD2xx: what layers and credentials say of one another.
extension Code {
  package static let unknownCredential = Code(
    214, .error, "a credential that does not exist",
    """
    A layer names a credential that neither the document nor `.mapdoc.yaml` has under `credentials:`. The message
    lists the nearest name.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: streets
            type: xyz
            url: https://tiles.example.org/{z}/{x}/{y}.png?apikey={key}
      -     credentials: tile
      +     credentials: tiles
        credentials:
          tiles: {type: key, key: "${env:TILES_KEY}"}
      """,
      environment: ["TILES_KEY": "5c1b2f0e9d7a44c1"]))

  package static let credentialOfOtherHost = Code(
    215, .error, "a credential for another host",
    """
    A credential is sent to its `hosts` and to no other one, and the layer that names it asks a host that is not
    among them. Without `hosts` it is for the host of the layer.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: streets
            type: xyz
            url: https://tiles.example.org/{z}/{x}/{y}.png
            credentials: tiles
        credentials:
      -   tiles: {type: bearer, token: "${env:TILES_TOKEN}", hosts: [maps.example.org]}
      +   tiles: {type: bearer, token: "${env:TILES_TOKEN}", hosts: [tiles.example.org]}
      """,
      environment: ["TILES_TOKEN": "5c1b2f0e9d7a44c1"]))

  package static let credentialNotSent = Code(
    216, .error, "a credential that may not be sent there",
    """
    Over plain `http://` everybody on the way can read a key or a password, so it is not sent, and what needs it
    is not asked for. Write `https://` where the server has it. `allowInsecure: true` in the credential sends it
    all the same: for a server on this computer, or behind a tunnel of your own. So it is with a header whose value
    comes from the environment: `X-Name: {value: "${env:NAME}", allowInsecure: true}`.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: streets
            type: xyz
      -     url: http://tiles.example.org/{z}/{x}/{y}.png
      +     url: https://tiles.example.org/{z}/{x}/{y}.png
            credentials: tiles
        credentials:
          tiles: {type: basic, user: map, password: "${env:TILES_PASSWORD}"}
      """,
      environment: ["TILES_PASSWORD": "5c1b2f0e9d7a44c1"]))

  package static let keyWithoutCredential = Code(
    217, .error, "a place for a key, and no key for it",
    """
    `{key}` in an address stands for the value of a credential of type `key`, which the layer names with
    `credentials:`; some kinds of layer have it in the addresses of their provider. A key `in: path` needs such a
    place. It stands in the path or the query, never in the name of the host.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: streets
            type: xyz
            url: https://tiles.example.org/{key}/{z}/{x}/{y}.png
      +     credentials: tiles
        credentials:
          tiles: {type: key, key: "${env:TILES_KEY}", in: path}
      """,
      environment: ["TILES_KEY": "5c1b2f0e9d7a44c1"]))
}
