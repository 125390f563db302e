import Foundation

#if canImport(Glibc)
  import Glibc

  /// What ends the program, asks the machine, and is rare.
  struct Endings {
    func ends(_ number: Int) {
      switch number {
      case 1: exit(1)
      //      ^ process
      case 2: abort()
      //      ^ process
      case 3: _exit(1)
      //      ^ process
      case 4: quick_exit(1)
      //      ^ process
      default: atexit {}
      //       ^ process
      }
    }

    func process(_ path: UnsafeMutablePointer<CChar>) {
      let library = dlopen(path, 1)
      //            ^ process
      dlsym(library, path)
      //+0 process
      geteuid()
      //+0 process
      getgid()
      //+0 process
      getegid()
      //+0 process
      getpgrp()
      //+0 process
      getpwnam(path)
      //+0 process
      getgrgid(1)
      //+0 process
      getgrnam(path)
      //+0 process
      wait(nil)
      //+0 process
      var information = siginfo_t()
      waitid(P_PID, 1, &information, 0)
      //+0 process
      wait4(1, nil, 0, nil)
      //+0 process
      killpg(1, 1)
      //+0 process
      raise(1)
      //+0 process
      umask(0)
      //+0 files
      nice(1)
      //+0 process
      var set = sigset_t()
      sigprocmask(1, &set, nil)
      //+0 process
      pthread_sigmask(1, &set, nil)
      //+0 process
      setpgid(1, 1)
      //+0 process
      getpgid(1)
      //+0 process
      getsid(1)
      //+0 process
      setsid()
      //+0 process
      setuid(1)
      //+0 process
      setgid(1)
      //+0 process
      var limit = rlimit()
      daemon(1, 1)
      //+0 process
      getpagesize()
      //+0 process
      clearenv()
      //+0 process
      confstr(1, path, 1)
      //+0 process
      pathconf(path, 1)
      //+0 files
      var thread = pthread_t()
      pthread_create(&thread, nil, { _ in nil }, nil)
      //+0 scheduling
      sched_yield()
      //+0 scheduling
      sigsuspend(&set)
      //+0 process
      sigtimedwait(&set, nil, nil)
      //+0 process
      ualarm(1, 1)
      //+0 scheduling
    }

    func texts(_ path: UnsafeMutablePointer<CChar>) {
      var parts = tm()
      strftime(path, 1, path, &parts)
      //+0 formatter
      timelocal(&parts)
      //+0 time-zone
      fflush(nil)
      //+0 output
      vsyslog(1, path, CVaListPointer(_fromUnsafeMutablePointer: path))
      //+0 output
      openlog(path, 1, 1)
      //+0 output
      closelog()
      //+0 output
      putchar(1)
      //+0 output
      puts(path)
      //+0 output
      perror(path)
      //+0 output
      strcoll(path, path)
      //+0 locale
      strxfrm(path, path, 1)
      //+0 locale
      newlocale(1, path, nil)
      //+0 locale
      uselocale(nil)
      //+0 locale
      random()
      //+0 chance
      initstate(1, path, 1)
      //+0 chance
      setstate(path)
      //+0 chance
      clock_getres(0, nil)
      //+0 clock
      adjtime(nil, nil)
      //+0 clock
      settimeofday(nil, nil)
      //+0 clock
      getpass(path)
      //+0 output

    }
  }
#endif
