import Testing

@testable import DocumentModel

@Test func theModuleBuilds() {}
