import Testing

@testable import GlobalEnvironmentTesting

struct ShrinkingTests {

  @Test(arguments: [[7], [0, 19], [3, 4, 5], [1, 8, 9, 17], Array(0..<20)])
  func `what is needed to fail is left, and nothing else`(needed: [Int]) async {
    let smallest = await Shrinking.smallest(of: Array(0..<20)) { Set($0).isSuperset(of: needed) }
    #expect(smallest == needed)
  }

  @Test func `one element is not taken away`() async {
    #expect(await Shrinking.smallest(of: [1]) { _ in true } == [1])
  }

  @Test func `one of several that fail alone is found in a few runs`() async {
    var runs = 0
    let smallest = await Shrinking.smallest(of: Array(0..<64)) { elements in
      runs += 1
      return elements.contains { $0.isMultiple(of: 3) }
    }
    #expect(smallest.count == 1)
    #expect(runs < 40)
  }
}
