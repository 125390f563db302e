/// Marks an image of the process that has this module in it, to be found by its name; it does nothing.
@_cdecl("global_environment_copy") package func duplicateImageMark() {}

/// An address in the image that has this module in it.
@inline(never) package func addressInImage() -> UnsafeRawPointer { #dsohandle }
