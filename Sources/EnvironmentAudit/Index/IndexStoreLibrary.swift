// audit:allow-file process – the library comes with the toolchain, and is opened when the audit runs.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import GlobalEnvironment
import IndexStoreTypes

/// The functions of the toolchain's libIndexStore, opened when the audit runs, so that nothing has to be linked.
package struct IndexStoreLibrary {
  let createStore: index_create_store
  let disposeStore: index_dispose
  let describeError: index_get_description
  let disposeError: index_dispose

  let eachUnit: index_each_unit
  let createUnit: index_create_reader
  let disposeUnit: index_dispose
  let hasMainFile: index_get_flag
  let mainFile: index_get_text
  let workingFolder: index_get_text
  let isSystem: index_get_flag
  let modified: index_get_time
  let eachDependency: index_each_dependency
  let dependencyKind: index_get_kind
  let dependencyName: index_get_text
  let dependencyFile: index_get_text

  let createRecord: index_create_reader
  let disposeRecord: index_dispose
  let eachSymbol: index_each_symbol
  let eachOccurrence: index_each_occurrence
  let allOccurrences: index_each_dependency
  let symbolName: index_get_text
  let symbolUSR: index_get_text
  let occurrenceSymbol: index_get_object
  let occurrenceRoles: index_get_roles
  let occurrencePlace: index_get_place
  let eachRelation: index_each_dependency
  let relationSymbol: index_get_object
  let relationRoles: index_get_roles

  /// Opens the library at `path`; it stays open for the life of the process.
  ///
  /// - Throws: ``CannotAudit`` when there is no such library, or it lacks a function.
  package init(path: String) throws {
    guard let handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
      throw CannotAudit(
        "The toolchain's index library cannot be opened: \(reason.withoutFullStop). Use a toolchain that has one.")
    }
    func find<Function>(_ name: String) throws -> Function {
      guard let address = dlsym(handle, "indexstore_" + name) else {
        throw CannotAudit("\(path) has no function indexstore_\(name). Use the toolchain that built the package.")
      }
      // The header of the library declares a function of this name with the type that `IndexStoreTypes.h` repeats.
      return unsafeBitCast(address, to: Function.self)
    }
    createStore = try find("store_create")
    disposeStore = try find("store_dispose")
    describeError = try find("error_get_description")
    disposeError = try find("error_dispose")
    eachUnit = try find("store_units_apply_f")
    createUnit = try find("unit_reader_create")
    disposeUnit = try find("unit_reader_dispose")
    hasMainFile = try find("unit_reader_has_main_file")
    mainFile = try find("unit_reader_get_main_file")
    workingFolder = try find("unit_reader_get_working_dir")
    isSystem = try find("unit_reader_is_system_unit")
    modified = try find("unit_reader_get_modification_time")
    eachDependency = try find("unit_reader_dependencies_apply_f")
    dependencyKind = try find("unit_dependency_get_kind")
    dependencyName = try find("unit_dependency_get_name")
    dependencyFile = try find("unit_dependency_get_filepath")
    createRecord = try find("record_reader_create")
    disposeRecord = try find("record_reader_dispose")
    eachSymbol = try find("record_reader_symbols_apply_f")
    eachOccurrence = try find("record_reader_occurrences_of_symbols_apply_f")
    allOccurrences = try find("record_reader_occurrences_apply_f")
    symbolName = try find("symbol_get_name")
    symbolUSR = try find("symbol_get_usr")
    occurrenceSymbol = try find("occurrence_get_symbol")
    occurrenceRoles = try find("occurrence_get_roles")
    occurrencePlace = try find("occurrence_get_line_col")
    eachRelation = try find("occurrence_relations_apply_f")
    relationSymbol = try find("symbol_relation_get_symbol")
    relationRoles = try find("symbol_relation_get_roles")
  }
}

extension String {
  /// Copies bytes of the library.
  init(_ text: index_text) {
    let start = UnsafeRawPointer(text.data)
    self.init(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : text.length), as: UTF8.self)
  }
}
