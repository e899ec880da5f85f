#include "ledger/testing/fault_vfs.h"

#include <sqlite3.h>

#include <new>

#include "base/check.h"

namespace cardroom::ledger::testing {

namespace {

sqlite3_vfs* real_vfs() {
  static sqlite3_vfs* const vfs = sqlite3_vfs_find("unix");
  return vfs;
}

// As SQLite lays it out: its own part first, ours, then the memory of the real file.
struct FaultFile {
  sqlite3_file base;
  std::string* path;

  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

FaultFile& ours(sqlite3_file* file) {
  return *reinterpret_cast<FaultFile*>(file);
}
sqlite3_file* real(sqlite3_file* file) {
  return ours(file).real();
}

int close(sqlite3_file* file) {
  const int code = real(file)->pMethods->xClose(real(file));
  delete ours(file).path;
  return code;
}

int read(sqlite3_file* file, void* bytes, int size, sqlite3_int64 offset) {
  return real(file)->pMethods->xRead(real(file), bytes, size, offset);
}

int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  const auto put = [&](int count) { return real(file)->pMethods->xWrite(real(file), bytes, count, offset); };
  switch (FaultVfs::shared().next(true)) {
    case Fault::none: return put(size);
    case Fault::short_write: put(size / 2); return SQLITE_IOERR_WRITE;
    case Fault::disk_full: put(size / 2); return SQLITE_FULL;
    case Fault::io_error: return SQLITE_IOERR_WRITE;
    case Fault::done_but_said: put(size); return SQLITE_IOERR_WRITE;
  }
  return SQLITE_ERROR;
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
  const Fault fault = FaultVfs::shared().next();
  if (fault == Fault::none || fault == Fault::done_but_said) {
    const int code = real(file)->pMethods->xTruncate(real(file), size);
    if (fault == Fault::none) return code;
  }
  return SQLITE_IOERR_TRUNCATE;
}

void remember(sqlite3_file* file) {
  if (!FaultVfs::shared().remembers()) return;
  sqlite3_int64 size = 0;
  real(file)->pMethods->xFileSize(real(file), &size);
  std::string bytes(static_cast<size_t>(size), '\0');
  if (size > 0) real(file)->pMethods->xRead(real(file), bytes.data(), static_cast<int>(size), 0);
  FaultVfs::shared().synced()[*ours(file).path] = std::move(bytes);
}

int sync(sqlite3_file* file, int) {
  const Fault fault = FaultVfs::shared().next();
  if (fault == Fault::none || fault == Fault::done_but_said) remember(file);
  return fault == Fault::none ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}
int lock(sqlite3_file* file, int kind) {
  return real(file)->pMethods->xLock(real(file), kind);
}
int unlock(sqlite3_file* file, int kind) {
  return real(file)->pMethods->xUnlock(real(file), kind);
}
int check_reserved(sqlite3_file* file, int* out) {
  return real(file)->pMethods->xCheckReservedLock(real(file), out);
}
int control(sqlite3_file* file, int what, void* value) {
  return real(file)->pMethods->xFileControl(real(file), what, value);
}
int sector_size(sqlite3_file* file) {
  return real(file)->pMethods->xSectorSize(real(file));
}
int characteristics(sqlite3_file* file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

int shm_map(sqlite3_file* file, int page, int size, int extend, void volatile** memory) {
  if (extend != 0 && FaultVfs::shared().next() != Fault::none) return SQLITE_IOERR_SHMSIZE;
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}
int shm_lock(sqlite3_file* file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
void shm_barrier(sqlite3_file* file) {
  real(file)->pMethods->xShmBarrier(real(file));
}
int shm_unmap(sqlite3_file* file, int remove) {
  return real(file)->pMethods->xShmUnmap(real(file), remove);
}

const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close,
    .xRead = read,
    .xWrite = write,
    .xTruncate = truncate,
    .xSync = sync,
    .xFileSize = file_size,
    .xLock = lock,
    .xUnlock = unlock,
    .xCheckReservedLock = check_reserved,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int open(sqlite3_vfs*, const char* path, sqlite3_file* file, int flags, int* out_flags) {
  file->pMethods = nullptr;
  const int code = real_vfs()->xOpen(real_vfs(), path, real(file), flags, out_flags);
  if (code != SQLITE_OK) return code;
  ours(file).path = new std::string(path == nullptr ? "" : path);
  file->pMethods = &methods;
  return SQLITE_OK;
}

int remove(sqlite3_vfs*, const char* path, int sync_folder) {
  if (FaultVfs::shared().next() != Fault::none) return SQLITE_IOERR_DELETE;
  if (FaultVfs::shared().remembers()) FaultVfs::shared().synced().erase(path);
  return real_vfs()->xDelete(real_vfs(), path, sync_folder);
}

}  // namespace

FaultVfs& FaultVfs::shared() {
  static FaultVfs vfs;
  return vfs;
}

namespace {

sqlite3_vfs& fault_vfs() {
  static sqlite3_vfs vfs = *real_vfs();
  return vfs;
}

}  // namespace

FaultVfs::AsDefault::AsDefault() {
  shared().disarm();
  shared().remembers_ = false;
  CHECK(sqlite3_vfs_register(&fault_vfs(), 1) == SQLITE_OK);
}

FaultVfs::AsDefault::~AsDefault() {
  shared().disarm();
  shared().remembers_ = true;
  CHECK(sqlite3_vfs_register(real_vfs(), 1) == SQLITE_OK);
}

FaultVfs::FaultVfs() {
  sqlite3_vfs& vfs = fault_vfs();
  vfs.pNext = nullptr;
  vfs.zName = name();
  vfs.szOsFile = static_cast<int>(sizeof(FaultFile)) + real_vfs()->szOsFile;
  vfs.xOpen = open;
  vfs.xDelete = remove;
  CHECK(sqlite3_vfs_register(&vfs, 0) == SQLITE_OK);
}

void FaultVfs::arm(Fault fault, int64_t n, bool lasting) {
  const std::scoped_lock lock(mutex_);
  fault_ = n == 0 ? Fault::none : fault;
  lasting_ = lasting;
  fired_ = false;
  left_ = n;
  synced_.clear();
}

void FaultVfs::disarm() {
  const std::scoped_lock lock(mutex_);
  fault_ = Fault::none;
}

Fault FaultVfs::next(bool is_write) {
  const std::scoped_lock lock(mutex_);
  if (fault_ == Fault::none || (fault_ == Fault::disk_full && !is_write)) return Fault::none;
  if (left_ > 0) --left_;
  if (left_ != 0 || (fired_ && !lasting_)) return Fault::none;
  fired_ = true;
  return fault_;
}

}  // namespace cardroom::ledger::testing
