import GlobalEnvironmentRedaction
import Testing

/// Who a program belongs to, and where it runs.
@Suite struct PersonTests {
  @Test func `the home folder, the user and the host are no part of a flight`() {
    let hider = Hider(HiddenNames(hiding: []))
    hider.hide(home: "/Users/annalena/")
    hider.hide(host: "annas-mac.local")
    #expect(hider.text("reads /Users/annalena/a.txt of annalena") == "reads ~/a.txt of <user>")
    #expect(hider.text("on annas-mac.local, annas-mac") == "on <host>, <host>")
    #expect(hider.text("/Users/annalenas/a, annalena2") == "/Users/annalenas/a, annalena2")
  }

  @Test(arguments: ["root", "max", "admin", "grace", "runner"]) func `a word that is a user's name stays`(
    _ name: String
  ) {
    let hider = Hider(HiddenNames(hiding: []))
    hider.hide(home: "/home/\(name)")
    #expect(hider.text("\(name) in /home/\(name)/app") == "\(name) in ~/app")
  }

  @Test func `a folder and a host that many systems have stay`() {
    let hider = Hider(HiddenNames(hiding: []))
    hider.hide(home: "/home")
    hider.hide(host: "localhost")
    #expect(hider.text("/home/a on localhost") == "/home/a on localhost")
  }
}
