import DocumentModel

/// All kinds of layer, in the manual's order: a new kind is one file, and one line here.
package let layerKinds: [any LayerKind.Type] = [
  XYZLayer.self,
  OpenStreetMapLayer.self,
  BingLayer.self,
  TiandituLayer.self,
  AmapLayer.self,
  BaiduLayer.self,
  ArcGISTiledLayer.self,
  WMTSLayer.self,
  ExplodedCacheLayer.self,
  CompactCacheLayer.self,
  TilePackageLayer.self,
  TilePackageXLayer.self,
  MBTilesLayer.self,
  GeoPackageLayer.self,
  PMTilesLayer.self,
  BuiltinLayer.self,
  DebugLayer.self,
  PatternLayer.self,
  WMSLayer.self,
  ArcGISDynamicLayer.self,
  ArcGISImageLayer.self,
  ImageLayer.self,
  WebMapLayer.self,
]

/// Kinds that are drawn from features; they join ``layerKinds`` when features are drawn.
package let featureLayerKinds: [any LayerKind.Type] = [
  FeaturesLayer.self,
  ArcGISFeatureLayer.self,
  GraphicsLayer.self,
]
