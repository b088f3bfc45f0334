// A port for Windows, in a process of Wine: this code is Linux's as all of the worker, and calls
// Windows' functions beside it.

#include "calls/shared/own_data.h"
#include "calls/shared/port_library.h"

#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ulna {
namespace {

/// Of a file of Linux, as Windows spells it: drive Z has all of them. A name without a dot would be
/// that of another file, with one.
std::vector<WCHAR> path_of(const std::string& path) {
  std::error_code error;
  std::filesystem::path whole = std::filesystem::canonical(path, error);
  if (error) whole = path;
  std::string name = "Z:" + whole.string() + (whole.has_extension() ? "" : ".");
  for (char& c : name)
    if (c == '/') c = '\\';
  std::vector<WCHAR> wide(name.size() + 1);
  MultiByteToWideChar(CP_UTF8, 0, name.c_str(), -1, wide.data(), static_cast<int>(wide.size()));
  return wide;
}

/// Why a library was not loaded. The text stays.
const char* reason(DWORD error) {
  static char text[128];
  switch (error) {
  case ERROR_MOD_NOT_FOUND:
    return "a DLL that it needs is missing; put it beside the port, or link it statically";
  case ERROR_PROC_NOT_FOUND:
    return "a DLL that it needs lacks a function; link it statically";
  case ERROR_BAD_EXE_FORMAT:
  case ERROR_INVALID_PARAMETER:
    return "invalid PE file";
  case ERROR_DLL_INIT_FAILED:
    return "its DllMain returned FALSE; have it return TRUE";
  default:
    std::snprintf(text, sizeof text, "LoadLibrary says %u", unsigned{error});
    return text;
  }
}

const IMAGE_NT_HEADERS64& headers_of(uintptr_t base) {
  const auto& dos = *reinterpret_cast<const IMAGE_DOS_HEADER*>(base);
  return *reinterpret_cast<const IMAGE_NT_HEADERS64*>(base + static_cast<DWORD>(dos.e_lfanew));
}

} // namespace

LoadedPort load_port(const char*, const uint64_t* adversary) {
  if (adversary) return {"approximations are chosen for x86-64 Linux alone"};
  constexpr WCHAR kNone = 0;
  SetDllDirectoryW(&kNone); // or the folder that ulna was started in would have its DLLs
  // What main() was given went through Windows' code pages.
  const char* const path = std::getenv("ULNA_PORT");
  HMODULE library =
      LoadLibraryExW(path_of(path ? path : "").data(), nullptr, LOAD_WITH_ALTERED_SEARCH_PATH);
  if (!library) return {reason(GetLastError())};
  const auto base = reinterpret_cast<uintptr_t>(library);
  if ((headers_of(base).FileHeader.Characteristics & IMAGE_FILE_DLL) == 0)
    return {"it is a program, no DLL; link it with -shared"};
  using Entry = const ulna_port*(__attribute__((ms_abi))*)();
  void* const found = reinterpret_cast<void*>(GetProcAddress(library, "ulna_port_v1"));
  const auto entry = reinterpret_cast<Entry>(found);
  if (!entry) return {"it does not export ulna_port_v1; declare it as ulna/port.h does"};
  LoadedPort loaded = looked_at(entry());
  loaded.base = base - headers_of(base).OptionalHeader.ImageBase;
  return loaded;
}

/// One that Windows knows, as its libraries demand. There is one at most.
void start_thread(void (*run)(void*), void* argument) {
  static std::pair<void (*)(void*), void*> start; // of the one thread that there is
  start = {run, argument};
  struct Begin {
    static DWORD WINAPI begin(void*) {
      start.first(start.second);
      return 0;
    }
  };
  CloseHandle(CreateThread(nullptr, 0, Begin::begin, nullptr, 0, nullptr));
}

MappedLibrary::MappedLibrary(const void* function) {
  HMODULE library = nullptr;
  constexpr DWORD kHow =
      GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
  if (!GetModuleHandleExW(kHow, static_cast<const WCHAR*>(function), &library)) return;
  begin = reinterpret_cast<uintptr_t>(library);
  end = begin + headers_of(begin).OptionalHeader.SizeOfImage;
}

OwnData::OwnData(const MappedLibrary& library) {
  if (library.begin == 0) return;
  const IMAGE_NT_HEADERS64& headers = headers_of(library.begin);
  const std::span sections(IMAGE_FIRST_SECTION(&headers), headers.FileHeader.NumberOfSections);
  for (const IMAGE_SECTION_HEADER& section : sections)
    if (section.Characteristics & IMAGE_SCN_MEM_WRITE)
      add(library.begin + section.VirtualAddress,
          library.begin + section.VirtualAddress + section.Misc.VirtualSize);
}

} // namespace ulna
