import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import App

@Suite(.environment(.mock)) struct DiaryTests {
  @Test func keepsItsEnvironment() {
    let diary = withEnvironment(.mock(timeZone: .gmt)) { Diary() }
    #expect(diary.hour == 8)
    diary.turnPage()
    #expect(diary.pages.first?.env.calendar().timeZone == .gmt)
    diary.using(.mock(date: .distantPast))
    #expect(diary.pages.first?.env.date() == .distantPast)
  }
}
