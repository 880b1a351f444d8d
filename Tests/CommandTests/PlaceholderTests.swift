import Testing

@Test func theModuleBuilds() {}
