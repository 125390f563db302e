import ChildProcess
import EnvironmentFlight
import Foundation
import GlobalEnvironmentTesting
import Testing

private let browser = Environment.live.environmentVariable("FLIGHT_BROWSER")

/// The page in a real browser: `FLIGHT_BROWSER=/usr/bin/chromium swift test --filter BrowserTests`.
@Suite(.enabled(if: browser != nil)) struct BrowserTests {

  @Test(
    "A click opens request and answer, keys reach all, what is looked for is found, and errors show",
    arguments: ["light", "dark"])
  func click(_ scheme: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Browser-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = try await withEnvironment(.mock) {
      try Env.files().write(Data(try await recordedCrash()), to: URL(filePath: "/a.flight"))
      Env.arguments = { ["environment-flight", "show", "/a.flight", "--html", "/a.html"] }
      #expect(FlightCommand.run() == 0)
      return try Env.files().readText(URL(filePath: "/a.html"))
    }
    // What a person would do, and what they would see.
    let visitor = """
      <script>{
      const slider = document.getElementById("zoom"), boxOf = element => element.getBoundingClientRect();
      const middle = () => ((190 + chart.clientWidth) / 2 - boxOf(ticks).left) / boxOf(ticks).width;
      const zoom = to => { slider.value = to; slider.dispatchEvent(new Event("input")); };
      const middleBefore = middle();
      zoom(6);
      const keepsMiddle = Math.abs(middle() - middleBefore) < 0.01;
      zoom(0);
      document.querySelector(".item.failed:not(.point)").click();
      const chosenBefore = boxOf(chosen).left;
      for (let step = 1; step <= 20; step++) zoom(step / 2);
      const keepsChosen = Math.abs(boxOf(chosen).left - chosenBefore) < 8;
      zoom(0);
      const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const at = () => items[buttons.indexOf(document.activeElement)];
      const stops = () => buttons.filter(button => button.tabIndex === 0).length;
      buttons[0].focus();
      press("End");
      const reachesEnd = at() === items[items.length - 1] && stops() === 1;
      press("Home");
      const errors = [1, 2, 3, 4].map(() => { document.getElementById("error").click(); return items.indexOf(at()); });
      press("ArrowRight");
      const staysInLane = at().lane === items[errors[3]].lane;
      press("ArrowUp");
      const changesLane = at().lane < items[errors[3]].lane;
      find.value = "SECOND";
      find.dispatchEvent(new Event("input"));
      find.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
      const isFound = at().words.includes("second line of a mark") && told.textContent === "1 of 1 found";
      find.value = "";
      find.dispatchEvent(new Event("input"));
      chart.style.width = "340px";
      drawTicks();
      const places = [...document.querySelectorAll(".tick")].map(boxOf);
      const ticksApart = places.length > 1 && places.every((box, index) => !index || box.left > places[index - 1].right);
      chart.style.width = "";
      drawTicks();
      document.querySelector(".item.failed:not(.point)").click();
      const answers = document.createElement("output");
      answers.textContent = "ANSWERS" + JSON.stringify({
        details: document.getElementById("details").textContent,
        color: getComputedStyle(document.querySelector(".item.failed")).backgroundColor,
        back: getComputedStyle(document.body).backgroundColor,
        marks: [...document.querySelectorAll(".mark")].filter(line => boxOf(line).bottom >= boxOf(rows).bottom - 2).length === 2,
        keys: reachesEnd && staysInLane && changesLane && stops() === 1,
        finds: isFound && new Set(errors.slice(0, 3)).size === 3 && errors[3] === errors[0],
        ticksApart, sign: getComputedStyle(document.querySelector(".item.failed"), "::before").content,
        inside: [...document.querySelectorAll(".item")].every(item => item.getBoundingClientRect().left >= 180),
        keepsMiddle, keepsChosen, indented: indented('{"id":1234567890123456789,"a":1.10,"a":[]}'),
        failed: document.querySelectorAll(".item.failed").length }) + "END";
      document.body.append(answers);
      }</script></body>
      """
    let file = folder.appending(component: "page.html")
    try Data(page.replacing("</body>", with: visitor).utf8).write(to: file)
    let result = try await ChildProcess(
      URL(filePath: browser ?? ""),
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile",
        "--blink-settings=preferredColorScheme=\(scheme == "dark" ? 0 : 1)", "--dump-dom", file.absoluteString,
      ], environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
    ).run()
    let told = try #require(result.output.firstMatch(of: #/ANSWERS(\{.*\})END/#), "\(result.errors)").1
    struct Answers: Decodable {
      var details, color, back, indented, sign: String
      var marks, inside, keepsMiddle, keepsChosen, keys, finds, ticksApart: Bool
      var failed: Int
    }
    let answers = try JSONDecoder().decode(
      Answers.self, from: Data(told.replacing("&lt;", with: "<").replacing("&gt;", with: ">").utf8))
    #expect(answers.details.contains("GET https://example.com/posts"))
    #expect(answers.details.contains("Answer500") && answers.details.contains("</script><b>!"))
    #expect(answers.indented == "{\n  \"id\": 1234567890123456789,\n  \"a\": 1.10,\n  \"a\": []\n}")
    #expect(answers.color == (scheme == "dark" ? "rgb(255, 105, 97)" : "rgb(201, 25, 11)"))
    #expect(answers.back == (scheme == "dark" ? "rgb(22, 22, 24)" : "rgb(255, 255, 255)"))
    #expect(answers.keepsMiddle && answers.keepsChosen, "Zooming moves what is looked at out of sight.")
    #expect(answers.keys && answers.finds && answers.ticksApart, "\(answers)")
    #expect(answers.sign.contains("✕"))
    #expect(answers.marks && answers.inside && answers.failed == 3)
  }
}
