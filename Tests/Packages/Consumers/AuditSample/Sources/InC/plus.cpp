#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <thread>

using std::cout;
namespace files = std::filesystem;

namespace own {
struct system_clock {
  static int now() { return 1; }
};
struct random_device {
  int operator()() { return 4; }
};
static int cout = 1;
static void sleep_for(int) {}
}  // namespace own

double measured() {
  using Watch = std::chrono::steady_clock;
  auto start = Watch::now();
  //                  ^ clock
  auto date = std::chrono::system_clock::now();
  //                                     ^ clock
  std::this_thread::sleep_for(std::chrono::seconds(1));
  //                ^ scheduling
  cout << date.time_since_epoch().count();
  //+0 output
  std::cerr << "late";
  //   ^ output
  std::random_device device;
  //                 ^ chance
  std::mt19937 fixed(3);
  std::ifstream hosts("/etc/hosts");
  //            ^ files
  std::ofstream later;
  later.open("/tmp/later");
  //    ^ files
  std::thread worker([] {});
  //          ^ scheduling
  worker.join();
  if (files::exists("/tmp")) return 0;
  //         ^ files
  own::sleep_for(own::system_clock::now() + own::cout + own::random_device()());
  return std::chrono::duration<double>(start.time_since_epoch()).count() + fixed();
}
