import EnvironmentAudit
import Testing

@Suite struct SymbolPathTests {
  @Test(arguments: [
    ("init()", "s:20FoundationEssentials4DateVACycfc", "Foundation.Date.init()"),
    ("now", "s:10Foundation4DateV3nowACvpZ", "static Foundation.Date.now"),
    ("main", "s:8Dispatch0A5QueueC4mainACvpZ", "static Dispatch.DispatchQueue.main"),
    ("main", "s:So17OS_dispatch_queueC8DispatchE4mainABvpZ", "static Dispatch.DispatchQueue.main"),
    ("random(in:)", "s:s17FixedWidthIntegerPsE6random2inxSNyxG_tFZ", "static Swift.FixedWidthInteger.random(in:)"),
    ("shuffled()", "s:STsE8shuffledSay7ElementQzGyF", "Swift.Sequence.shuffled()"),
    (
      "print(_:separator:terminator:)", "s:s5print_9separator10terminatoryypd_S2StF",
      "Swift.print(_:separator:terminator:)"
    ),
    (
      "sleep(for:tolerance:clock:)",
      "s:ScT12_Concurrencys5NeverORszACRs_rlE5sleep3for9tolerance5clocky8DurationQyd___AISgqd__tYaKAA5ClockRd__lFZ",
      "static Swift.Task.sleep(for:tolerance:clock:)"
    ),
    ("open(_:_:)", "s:5Glibc4openys5Int32VSPys4Int8VG_ADtF", "C.open(_:_:)"),
    ("getenv(_:)", "c:@F@getenv", "C.getenv(_:)"),
    ("init()", "c:objc(cs)NSDateFormatter(im)init", "Foundation.DateFormatter.init()"),
    ("shared", "c:objc(cs)NSURLSession(cpy)sharedSession", "static Foundation.URLSession.shared"),
    ("current", "c:objc(cs)UIDevice(cpy)currentDevice", "static ObjC.UIDevice.current"),
    ("init()", "c:objc(cs)NSDate(im)init", "Foundation.NSDate.init()"),
    (
      "unarchiveObject(withFile:)", "c:objc(cs)NSKeyedUnarchiver(cm)unarchiveObjectWithFile:",
      "static Foundation.NSKeyedUnarchiver.unarchiveObject(withFile:)"
    ),
    ("local", "c:objc(cs)NSTimeZone(cpy)localTimeZone", "static Foundation.NSTimeZone.local"),
    (
      "perform(_:with:afterDelay:)", "c:objc(cs)NSObject(im)performSelector:withObject:afterDelay:",
      "Foundation.NSObject.perform(_:with:afterDelay:)"
    ),
    (
      "init(contentsOf:)", "s:13FoundationXML9XMLParserC10contentsOfACSg0A10Essentials3URLV_tcfc",
      "Foundation.XMLParser.init(contentsOf:)"
    ),
    ("environ", "c:@environ", "C.environ"),
    ("send(_:)", "c:@M@App@objc(cs)Tracker(im)send:", "App.Tracker.send(_:)"),
    ("all", "c:@CM@App@objc(cs)Tracker(cpy)all", "static App.Tracker.all"),
    ("own()", "c:@CM@App@@objc(cs)NSDateFormatter(im)own", "Foundation.DateFormatter.own()"),
    ("more()", "c:@CM@App@Core@objc(cs)Tracker(im)more", "Core.Tracker.more()"),
    ("stdout", "c:@__stdoutp", "C.stdout"),
    ("lock(before:)", "c:objc(cs)NSConditionLock(im)lockBeforeDate:", "Foundation.NSConditionLock.lock(before:)"),
    (
      "launchedProcess(launchPath:arguments:)", "c:objc(cs)NSTask(cm)launchedTaskWithLaunchPath:arguments:",
      "static Foundation.Process.launchedProcess(launchPath:arguments:)"
    ),
    ("signal()", "s:So21OS_dispatch_semaphoreC8DispatchE6signalSiyF", "Dispatch.DispatchSemaphore.signal()"),
    ("wait()", "s:So17OS_dispatch_groupC8DispatchE4waityyF", "Dispatch.DispatchGroup.wait()"),
    ("barrier()", "s:So14OS_dispatch_ioC8DispatchE7barrieryyF", "Dispatch.DispatchIO.barrier()"),
    ("now", "c:@N@std@N@chrono@N@_V2@S@system_clock@F@now#S", "std.chrono.system_clock.now"),
    ("now", "c:@N@std@N@__1@N@chrono@S@steady_clock@F@now#S", "std.chrono.steady_clock.now"),
    ("cout", "c:@N@std@N@__1@cout", "std.cout"),
    ("operator()", "c:@N@std@S@random_device@F@operator()#", "std.random_device.operator()"),
    (
      "sleep_for",
      "c:@N@std@N@this_thread@FT@>2#T#Tsleep_for#&1>@N@std@N@chrono@ST>2#T#T@duration2t0.0t0.1#v#",
      "std.this_thread.sleep_for"
    ),
    (
      "basic_ifstream", "c:@N@std@ST>2#T#T@basic_ifstream@F@basic_ifstream#*1C#$@N@std@E@_Ios_Openmode#",
      "std.basic_ifstream.basic_ifstream"
    ),
    (
      "exists", "c:@N@std@N@filesystem@F@exists#&1$@N@std@N@filesystem@N@__cxx11@S@path#", "std.filesystem.exists"
    ),
  ])
  func `a symbol of the index has one path on all platforms`(name: String, usr: String, path: String) throws {
    #expect(SymbolPath(name: name, usr: usr)?.description == path)
  }

  @Test(arguments: [
    "", "s:", "s:nothing", "c:@M@Foundation", "c:@S@tm", "t:", "s:3App4mainyyF1fL_yyF",
    "c:Ticks.c@F@now", "c:@N@own@F@now#", "c:@N@own@N@std@F@now#", "c:@N@std@N@chrono",
    "c:@N@std@ST>2#T#T@basic_ofstream@F@basic_ofstream#", "c:@N@std@", "c:@N@std@S@", "c:@N@std@T@ifstream",
    "c:@F@now#I#",
  ])
  func `what no rule can mean has none`(usr: String) {
    #expect(SymbolPath(name: "now", usr: usr) == nil)
  }
}
