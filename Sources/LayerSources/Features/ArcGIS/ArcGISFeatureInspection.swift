import Diagnostics
import DocumentModel
import Geodesy
import Transport

extension ArcGISFeatureLayer: InspectableKind {
  static var isAskedLast: Bool { true }

  /// `…/FeatureServer`, `…/FeatureServer/0`, `…/MapServer/0`, and what answers as a layer of features.
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    guard candidate.isAddress else { return false }
    let parts = candidate.source.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    if parts.last?.lowercased() == "featureserver" { return true }
    if parts.count > 2, Int(parts[parts.count - 1]) != nil {
      let service = parts[parts.count - 2].lowercased()
      if service == "featureserver" || service == "mapserver" { return true }
    }
    let text = candidate.headText
    return candidate.format == .json && text.contains("\"geometryType\"") && text.contains("\"Feature Layer\"")
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let address = try ServiceAddress(of: candidate)
    guard let services = context.services else {
      throw .mayNotAsk(address: Address.redacted(ArcGISTiles.question(for: address)))
    }
    let service = try await ArcGISFeatureService.asked(of: address, .ofInspection, in: context)
    let source = try ArcGISFeatureSource(
      service, at: address, definition: nil, asked: nil, .ofInspection, services)
    let pages =
      service.hasPages
      ? "it is asked page by page, \(service.pageSize) features at a time"
      : "it knows no pages: it is asked by windows of `\(service.identifier)`, \(service.pageSize) features at a time"
    var report = InspectionReport(
      kind: typeName, candidate, DescribedSource(source.description),
      .init(
        identifier: service.title.map { InspectionReport.identifier(from: $0) },
        remarks: [pages] + service.look.omissions.map { "of its look is left out: \($0)" },
        keys: [("url", YAMLText.inDocument(address.text))]))
    report.features = InspectionReport.Features(source.description)
    return report
  }
}
