import DocumentModel

/// All kinds of layer: a new kind is one file, and one line here.
package let layerKinds: [any LayerKind.Type] = []
