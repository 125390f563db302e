import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

struct FaultPlanTests {

  @Test(arguments: [
    "http[PUT /notes/1]#1=offline", "files[write note.txt]#2=diskFull;secrets[read token]#1=locked",
    "date#3=clockBack",
    "http#2=slow",
  ])
  func `a plan is read as it is written`(text: String) throws {
    #expect(try FaultPlan(reading: text).text == text)
  }

  @Test(arguments: ["a;b", "it's", "100 %", "[x]#1=offline", "ä/ö", "a\nb", #"\""#, ""])
  func `any key survives the text of a plan, and needs no care in a shell`(key: String) throws {
    let plan = FaultPlan([.init(FaultCall(endpoint: "files", key: key, number: 1), .gone)])
    #expect(try FaultPlan(reading: plan.text) == plan)
    #expect(!plan.text.contains("'") && !plan.text.contains("\n"))
  }

  @Test(arguments: [
    "", ";", "offline", "http=offline", "http#0=offline", "http#x=offline", "http[#1=offline", "[a]#1=offline",
    "http#1=", "http[%]#1=offline", "http[a]#1", "http#99999999999999999999=offline",
  ])
  func `what is no plan is refused with an example`(text: String) {
    let error = #expect(throws: FaultPlanError.self) { try FaultPlan(reading: text) }
    #expect(error?.description.contains("is not a fault") == true, "\(error.debugDescription)")
  }

  @Test func `a fault that is none is refused with those that there are`() {
    let error = #expect(throws: FaultPlanError.self) { try FaultPlan(reading: "http#1=oops") }
    #expect(error?.description.contains(#""oops" is not a fault. Write one of these: offline, "#) == true)
  }

  @Test func `a plan says what it does as a sentence and as Swift`() throws {
    let plan = try FaultPlan(reading: "http[PUT /notes/1]#1=serverError;upload#12=fails")
    #expect(
      plan.sentence == """
        at http PUT /notes/1, 1st: the server answers with status 500
        and at upload, 12th: it fails as its declaration says
        """)
    #expect(
      plan.swift == """
        Env.fail(\\.http, "PUT /notes/1", call: 1, with: .serverError)
        Env.fail(\\.upload, call: 12)
        """)
  }

  @Test func `a plan that kills the process is a trait in Swift, as the body must begin again`() throws {
    let plan = try FaultPlan(reading: "files[write note.txt]#2=killed")
    #expect(
      plan.swift == #"""
        @Test(.faults(.only("files[write note.txt]#2=killed")))
        In XCTest: try await withFaults(.only("files[write note.txt]#2=killed")) { … }
        """#)
  }
}
