import Foundation

#if canImport(Glibc)
  import Glibc

  /// Functions of C that hardly anybody calls.
  struct MoreLibc {
    func files(_ path: UnsafeMutablePointer<CChar>, _ file: UnsafeMutablePointer<FILE>, _ raw: UnsafeMutableRawPointer)
    {
      ftello(file)
      //+0 files
      var place = fpos_t()
      fgetpos(file, &place)
      //+0 files
      fsetpos(file, &place)
      //+0 files
      fread_unlocked(raw, 1, 1, file)
      //+0 files
      fgetc_unlocked(file)
      //+0 files
      getw(file)
      //+0 files
      fchownat(1, path, 0, 0, 0)
      //+0 files
      lchmod(path, 0)
      //+0 files
      lutimes(path, nil)
      //+0 files
      futimes(1, nil)
      //+0 files
      mknodat(1, path, 0, 0)
      //+0 files
      mkfifoat(1, path, 0)
      //+0 files
      tmpnam_r(path)
      //+0 files
      posix_fallocate(1, 0, 1)
      //+0 files
      var request = aiocb()
      aio_read(&request)
      //+0 descriptors
      aio_write(&request)
      //+0 descriptors
      inotify_rm_watch(1, 1)
      //+0 descriptors
    }

    func terminal(_ path: UnsafeMutablePointer<CChar>, _ file: UnsafeMutablePointer<FILE>) {
      fputc_unlocked(1, file)
      //+0 output
      putc_unlocked(1, file)
      //+0 output
      getchar_unlocked()
      //+0 output
      psiginfo(nil, path)
      //+0 output
      tcflush(1, 1)
      //+0 output
      tcdrain(1)
      //+0 output
      openpty(nil, nil, nil, nil, nil)
      //+0 output
    }

    func process(
      _ path: UnsafeMutablePointer<CChar>, _ file: UnsafeMutablePointer<FILE>, _ raw: UnsafeMutableRawPointer
    ) {
      var words = wordexp_t()
      wordexp(path, &words, 0)
      //+0 process
      dlclose(raw)
      //+0 process
      setpgrp()
      //+0 process
      setreuid(0, 0)
      //+0 process
      setregid(0, 0)
      //+0 process
      fgetpwent(file)
      //+0 process
      getgrent()
      //+0 process
      setgroups(0, nil)
      //+0 process
      pthread_kill(pthread_self(), 1)
      //+0 process
      sigqueue(1, 1, sigval())
      //+0 process
      var set = sigset_t()
      sigwaitinfo(&set, nil)
      //+0 process
      sigpending(&set)
      //+0 process
      getdomainname(path, 1)
      //+0 process
    }

    func others(_ path: UnsafeMutablePointer<CChar>, _ lock: inout pthread_rwlock_t, _ time: inout timespec) {
      gethostent()
      //+0 network
      getnetbyname(path)
      //+0 network
      getservent()
      //+0 network
      pthread_rwlock_timedrdlock(&lock, &time)
      //+0 scheduling
      pthread_rwlock_timedwrlock(&lock, &time)
      //+0 scheduling
    }
  }
#endif
