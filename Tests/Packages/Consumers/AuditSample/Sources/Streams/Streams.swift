import Foundation

#if canImport(Glibc)
  import Glibc

  /// Streams that are passed on, and such as are a part of a call that is a finding itself.
  struct Streams {
    let errors = Glibc.stderr
    //                 ^ output
    let output: UnsafeMutablePointer<FILE>? = stdout
    //                                        ^ output

    func write(_ text: String) {
      fputs(text, stderr)
      //+0 output
      fwrite(text, 1, 1, stdout)
      //+0 output
      fflush(stdout)
      //+0 output
      use(stdin)
      //  ^ output
    }

    func use(_ file: UnsafeMutablePointer<FILE>?) {}
  }
#endif
