// Names that apps have already. None of them may stand in the way of this package's.

struct Endpoint {}
enum Endpoints {}
struct HTTPError: Error {}
struct TimeoutError: Error {}
struct Reader {}
struct Captured {}
struct Subset {}
protocol FileSystem {}
struct AnyDecoder {}
struct AnyEncoder {}
