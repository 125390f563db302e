import Foundation

#if canImport(Glibc)
  import Glibc

  /// What C opens, and reads and writes by number.
  struct Descriptors {
    func files(_ path: UnsafeMutablePointer<CChar>, _ raw: UnsafeMutableRawPointer) {
      var status = stat()
      fstatat(1, path, &status, 0)
      //+0 files
      unlinkat(1, path, 0)
      //+0 files
      renameat(1, path, 1, path)
      //+0 files
      mkdirat(1, path, 0)
      //+0 files
      linkat(1, path, 1, path, 0)
      //+0 files
      utimensat(1, path, nil, 0)
      //+0 files
      futimens(1, nil)
      //+0 files
      var volume = statvfs()
      statvfs(path, &volume)
      //+0 files
      fstatvfs(1, &volume)
      //+0 files
      var vector = iovec()
      readv(1, &vector, 1)
      //+0 descriptors
      writev(1, &vector, 1)
      //+0 descriptors
      lseek(1, 0, 0)
      //+0 descriptors
      fsync(1)
      //+0 files
      fdatasync(1)
      //+0 files
      _ = fcntl(1, 1)
      //  ^ descriptors
      _ = fcntl(1, 1, 1)
      //  ^ descriptors
      flock(1, 1)
      //+0 files
      dup(1)
      //+0 descriptors
      dup2(1, 2)
      //+0 descriptors
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      //+0 descriptors
      mmap(nil, 1, 0, 0, 1, 0)
      //+0 files
      munmap(raw, 1)
      //+0 files
      _ = ioctl(1, 1)
      //  ^ descriptors
      sendfile(1, 1, nil, 1)
      //+0 descriptors
      guard let file = fopen(path, "r") else { return }
      //               ^ files
      getc(file)
      //+0 files
      fgetc(file)
      //+0 files
      fseek(file, 0, 0)
      //+0 files
      ftell(file)
      //+0 files
      rewind(file)
      //+0 files
      fclose(file)
      //+0 files
      close(1)
      //+0 descriptors
      ttyname(1)
      //+0 output
      faccessat(1, path, 0, 0)
      //+0 files
      fchmod(1, 0)
      //+0 files
      fchmodat(1, path, 0, 0)
      //+0 files
      fchown(1, 0, 0)
      //+0 files
      lchown(path, 0, 0)
      //+0 files
      symlinkat(path, 1, path)
      //+0 files
      readlinkat(1, path, path, 1)
      //+0 files
      mkfifo(path, 0)
      //+0 files
      mkstemps(path, 1)
      //+0 files
      fdopendir(1)
      //+0 files
      closedir(opendir(path))
      //+0 files
      //       ^ files
      fchdir(1)
      //+0 files
      chroot(path)
      //+0 files
      ungetc(1, file)
      //+0 files
      getline(nil, nil, file)
      //+0 output
      utime(path, nil)
      //+0 files
      utimes(path, nil)
      //+0 files
      getdelim(nil, nil, 1, file)
      //+0 files
    }

    func sockets(_ raw: UnsafeMutableRawPointer, _ path: UnsafeMutablePointer<CChar>) {
      var head = msghdr()
      recvmsg(1, &head, 0)
      //+0 network
      sendmsg(1, &head, 0)
      //+0 network
      var pair: [Int32] = [0, 0]
      socketpair(1, 1, 0, &pair)
      //+0 network
      setsockopt(1, 1, 1, raw, 1)
      //+0 network
      getsockopt(1, 1, 1, raw, nil)
      //+0 network
      getsockname(1, nil, nil)
      //+0 network
      getpeername(1, nil, nil)
      //+0 network
      shutdown(1, 1)
      //+0 network
      if_nametoindex(path)
      //+0 network
      if_indextoname(1, path)
      //+0 network
      var one = pollfd()
      poll(&one, 1, 1)
      //+0 scheduling
      select(1, nil, nil, nil, nil)
      //+0 scheduling
      pselect(1, nil, nil, nil, nil, nil)
      //+0 scheduling
      var time = timespec()
      gethostbyname(path)
      //+0 network
      getservbyname(path, path)
      //+0 network
      getprotobyname(path)
      //+0 network
      inotify_init()
      //+0 descriptors
    }
  }
#endif
