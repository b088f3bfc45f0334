// Nothing: it owns the headers that all tests read, compiled once (CMakeLists.txt).
