import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Functions of C that are rarer.
struct Libc {
  func files(_ path: UnsafeMutablePointer<CChar>) -> Int32 {
    var status = stat()
    stat(path, &status)
    //+0 files
    lstat(path, &status)
    //+0 files
    fstat(1, &status)
    //+0 files
    access(path, R_OK)
    //+0 files
    rename(path, "b")
    //+0 files
    remove(path)
    //+0 files
    rmdir(path)
    //+0 files
    chdir(path)
    //+0 files
    getcwd(path, 1)
    //+0 files
    var bytes: [UInt8] = [0]
    read(1, &bytes, 1)
    //+0 descriptors
    pread(1, &bytes, 1, 0)
    //+0 descriptors
    pwrite(1, &bytes, 1, 0)
    //+0 descriptors
    if let folder = opendir(path) { readdir(folder) }
    //              ^ files
    //                              ^ files
    let file = tmpfile() ?? fdopen(1, "r")
    //         ^ files
    //                      ^ descriptors
    fread(&bytes, 1, 1, file)
    //+0 files
    truncate(path, 0)
    //+0 files
    ftruncate(1, 0)
    //+0 files
    chmod(path, 0)
    //+0 files
    chown(path, 0, 0)
    //+0 files
    link(path, path)
    //+0 files
    symlink(path, path)
    //+0 files
    readlink(path, path, 1)
    //+0 files
    realpath(path, nil)
    //+0 files
    mkdtemp(path)
    //+0 files
    utimes(path, nil)
    //+0 files
    return mkstemp(path) + creat(path, 0)
    //     ^ files
    //                     ^ files
  }

  func programs(_ path: UnsafeMutablePointer<CChar>) {
    var child: pid_t = 0
    posix_spawn(&child, path, nil, nil, [nil], nil)
    //+0 process
    posix_spawnp(&child, path, nil, nil, [nil], nil)
    //+0 process
    waitpid(child, nil, 0)
    //+0 process
    kill(child, SIGTERM)
    //+0 process
    popen(path, "r")
    //+0 process
    execv(path, [nil])
    //+0 process
    signal(SIGINT, SIG_IGN)
    //+0 process
    unsetenv(path)
    //+0 process
    putenv(path)
    //+0 process
    var machine = utsname()
    uname(&machine)
    //+0 process
    print(getppid(), getuid(), sysconf(1), getpwuid(0) as Any, getlogin() as Any)
    //+0 output
    //    ^ process
    //               ^ process
    //                         ^ process
    //                                     ^ process
    //                                                         ^ process
    getrusage(.init(0), nil)
    //+0 process
  }

  func network(_ address: inout sockaddr) {
    var bytes: [UInt8] = [0]
    socket(AF_INET, 1, 0)
    //+0 network
    bind(1, &address, 1)
    //+0 network
    listen(1, 1)
    //+0 network
    accept(1, nil, nil)
    //+0 network
    send(1, &bytes, 1, 0)
    //+0 network
    sendto(1, &bytes, 1, 0, &address, 1)
    //+0 network
    recv(1, &bytes, 1, 0)
    //+0 network
    recvfrom(1, &bytes, 1, 0, nil, nil)
    //+0 network
    getifaddrs(nil)
    //+0 network
    gethostbyaddr(&bytes, 1, AF_INET)
    //+0 network
  }

  func terminal(_ file: UnsafeMutablePointer<FILE>) {
    fputc(64, file)
    //+0 output
    putc(64, file)
    //+0 output
    perror("a")
    //+0 output
    isatty(1)
    //+0 output
    getchar()
    //+0 output
    var line: [CChar] = [0, 0]
    fgets(&line, 1, file)
    //+0 output
  }

  func time() -> [Any?] {
    var seconds = 0
    alarm(0)
    //+0 scheduling
    if Bool(false) { pause() }
    //               ^ scheduling
    return [ctime(&seconds), localeconv(), nl_langinfo(.init(0)), lrand48(), mrand48()]
    //      ^ time-zone
    //                       ^ locale
    //                                     ^ locale
    //                                                            ^ chance
    //                                                                       ^ chance
  }
}
