"""Headers for ports that ulna judges, as a package of Conan 2: docs/packaging.md."""
from pathlib import Path
import re

from conan import ConanFile
from conan.tools.cmake import CMake, cmake_layout
from conan.tools.files import copy


class Ulna(ConanFile):
    name = "ulna"
    description = "Headers for SIMD kernels for skinning and Slerp that ulna certifies"
    license = "MIT"
    topics = ("simd", "skinning", "slerp", "header-only")
    package_type = "header-library"
    settings = "os", "compiler", "build_type", "arch"
    generators = "CMakeToolchain"
    no_copy_source = True

    @property
    def _top(self):
        return Path(self.recipe_folder).parent.parent

    def set_version(self):
        text = (self._top / "CMakeLists.txt").read_text(encoding="utf-8")
        self.version = re.search(r"project\(ulna VERSION ([0-9.]+)", text).group(1)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "include/*"):
            copy(self, pattern, self._top, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure(variables={"ULNA_ONLY_HEADERS": "ON"})

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder) / "licenses")

    def package_id(self):
        self.info.clear()

    def package_info(self):
        # ulna's own CMake package names the target: ulna::port.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/ulna"]
        self.cpp_info.bindirs = self.cpp_info.libdirs = []
