import Testing

@testable import Geodesy

@Test func theModuleBuilds() {}
