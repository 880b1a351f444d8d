import Testing

@testable import Resolving

@Test func theModuleBuilds() {}
