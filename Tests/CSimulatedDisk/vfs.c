#include "internal.h"

#include <stdlib.h>
#include <string.h>

/// An open file of a disk, with the system's file behind it.
typedef struct {
  sqlite3_file base;
  sd_disk *disk;
  sd_node *node;
  sqlite3_file *real;
} disk_file;

static sqlite3_vfs *real_vfs;
static sqlite3_vfs shim;
static pthread_mutex_t disks_lock = PTHREAD_MUTEX_INITIALIZER;
static sd_disk *disks;

static sqlite3_file *real(sqlite3_file *file) { return ((disk_file *)file)->real; }

// MARK: One file

static int file_close(sqlite3_file *file) {
  disk_file *mine = (disk_file *)file;
  int code = mine->real->pMethods ? mine->real->pMethods->xClose(mine->real) : SQLITE_OK;
  pthread_mutex_lock(&mine->disk->lock);
  mine->disk->open--;
  pthread_mutex_unlock(&mine->disk->lock);
  return code;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  sd_disk *disk = ((disk_file *)file)->disk;
  pthread_mutex_lock(&disk->lock);
  disk->counts.reads++;
  bool fails = disk->stopped || sd_happens(disk, disk->faults.read_error);
  pthread_mutex_unlock(&disk->lock);
  if (fails) return SQLITE_IOERR_READ;
  return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

/// Decides how a write fails; `count` becomes how many bytes of it are written all the same.
static int write_fault(sd_disk *disk, int *count) {
  if (!sd_operates(disk)) {
    *count = 0;
    return SQLITE_IOERR_WRITE;
  }
  if (sd_happens(disk, disk->faults.full)) {
    *count = 0;
    return SQLITE_FULL;
  }
  if (sd_happens(disk, disk->faults.write_error)) {
    *count = 0;
    return SQLITE_IOERR_WRITE;
  }
  if (sd_happens(disk, disk->faults.short_write)) {
    *count = (int)(sd_random(disk) % (uint64_t)*count);
    return SQLITE_FULL;
  }
  return SQLITE_OK;
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  disk_file *mine = (disk_file *)file;
  pthread_mutex_lock(&mine->disk->lock);
  mine->disk->counts.writes++;
  int fault = write_fault(mine->disk, &count);
  int code = SQLITE_OK;
  if (count > 0) {
    code = mine->real->pMethods->xWrite(mine->real, bytes, count, offset);
    if (code == SQLITE_OK && !sd_note(mine->node, bytes, (size_t)count, offset, false)) {
      code = SQLITE_NOMEM;
    }
  }
  pthread_mutex_unlock(&mine->disk->lock);
  return fault ? fault : code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  disk_file *mine = (disk_file *)file;
  pthread_mutex_lock(&mine->disk->lock);
  int code = SQLITE_IOERR_TRUNCATE;
  if (sd_operates(mine->disk)) {
    code = mine->real->pMethods->xTruncate(mine->real, size);
    if (code == SQLITE_OK && !sd_note(mine->node, NULL, 0, size, true)) code = SQLITE_NOMEM;
  }
  pthread_mutex_unlock(&mine->disk->lock);
  return code;
}

static int file_sync(sqlite3_file *file, int flags) {
  (void)flags;
  disk_file *mine = (disk_file *)file;
  pthread_mutex_lock(&mine->disk->lock);
  sd_disk *disk = mine->disk;
  disk->counts.syncs++;
  int code = SQLITE_OK;
  if (!sd_operates(disk)) {
    code = SQLITE_IOERR_FSYNC;
  } else if (sd_happens(disk, disk->faults.sync_error)) {
    if (disk->faults.forgets) sd_forget(disk, mine->node);
    code = SQLITE_IOERR_FSYNC;
  } else if (!sd_settle(mine->node)) {
    code = SQLITE_NOMEM;
  }
  pthread_mutex_unlock(&disk->lock);
  return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}
static int file_lock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xLock(real(file), level);
}
static int file_unlock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}
static int file_reserved(sqlite3_file *file, int *out) {
  return real(file)->pMethods->xCheckReservedLock(real(file), out);
}
static int file_control(sqlite3_file *file, int op, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), op, argument);
}
static int file_sector(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}
static int file_traits(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
static int file_map(sqlite3_file *file, int page, int size, int extend, void volatile **out) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, out);
}
static int file_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void file_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int file_unmap(sqlite3_file *file, int remove) {
  return real(file)->pMethods->xShmUnmap(real(file), remove);
}

/// Version 2: shared memory, and no mapping of the file itself, which would go past the disk.
static const sqlite3_io_methods methods = {
    2,           file_close,    file_read,    file_write,  file_truncate, file_sync,
    file_size,   file_lock,     file_unlock,  file_reserved, file_control,  file_sector,
    file_traits, file_map,      file_shared_lock, file_barrier, file_unmap, NULL, NULL};

// MARK: The VFS

static sd_disk *disk_of(const char *path) {
  if (!path) return NULL;
  pthread_mutex_lock(&disks_lock);
  sd_disk *disk = disks;
  while (disk) {
    size_t count = strlen(disk->folder);
    if (strncmp(path, disk->folder, count) == 0 && path[count] == '/') break;
    disk = disk->next;
  }
  pthread_mutex_unlock(&disks_lock);
  return disk;
}

static int vfs_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
  (void)vfs;
  int kept = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL;
  sd_disk *disk = flags & kept ? disk_of(name) : NULL;
  if (!disk) return real_vfs->xOpen(real_vfs, name, file, flags, out);
  disk_file *mine = (disk_file *)file;
  memset(mine, 0, sizeof *mine);
  pthread_mutex_lock(&disk->lock);
  sd_node *node = disk->stopped ? NULL : sd_node_at(disk, name);
  int code = SQLITE_CANTOPEN;
  if (node) {
    mine->disk = disk;
    mine->node = node;
    mine->real = (sqlite3_file *)(mine + 1);
    code = real_vfs->xOpen(real_vfs, name, mine->real, flags, out);
    if (code == SQLITE_OK) {
      mine->base.pMethods = &methods;
      node->exists = true;
      disk->open++;
    }
  }
  pthread_mutex_unlock(&disk->lock);
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync) {
  (void)vfs;
  sd_disk *disk = disk_of(name);
  if (!disk) return real_vfs->xDelete(real_vfs, name, sync);
  pthread_mutex_lock(&disk->lock);
  int code = SQLITE_IOERR_DELETE;
  if (sd_operates(disk)) {
    code = real_vfs->xDelete(real_vfs, name, 0);
    sd_node *node = code == SQLITE_OK ? sd_node_at(disk, name) : NULL;
    if (node) sd_remove(node, sync != 0);
  }
  pthread_mutex_unlock(&disk->lock);
  return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *out) {
  (void)vfs;
  return real_vfs->xAccess(real_vfs, name, flags, out);
}
static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int count, char *out) {
  (void)vfs;
  return real_vfs->xFullPathname(real_vfs, name, count, out);
}
static int vfs_random(sqlite3_vfs *vfs, int count, char *out) {
  (void)vfs;
  return real_vfs->xRandomness(real_vfs, count, out);
}
static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return real_vfs->xSleep(real_vfs, microseconds);
}
static int vfs_time(sqlite3_vfs *vfs, double *out) {
  (void)vfs;
  return real_vfs->xCurrentTime(real_vfs, out);
}
static int vfs_last_error(sqlite3_vfs *vfs, int count, char *out) {
  (void)vfs;
  return real_vfs->xGetLastError(real_vfs, count, out);
}
static int vfs_time_64(sqlite3_vfs *vfs, sqlite3_int64 *out) {
  (void)vfs;
  return real_vfs->xCurrentTimeInt64(real_vfs, out);
}

static bool is_installed;
static pthread_once_t installing = PTHREAD_ONCE_INIT;

static void install(void) {
  real_vfs = sqlite3_vfs_find(NULL);
  if (!real_vfs) return;
  shim = (sqlite3_vfs){
      .iVersion = 2,
      .szOsFile = (int)sizeof(disk_file) + real_vfs->szOsFile,
      .mxPathname = real_vfs->mxPathname,
      .zName = "simulated",
      .xOpen = vfs_open,
      .xDelete = vfs_delete,
      .xAccess = vfs_access,
      .xFullPathname = vfs_full_path,
      .xRandomness = vfs_random,
      .xSleep = vfs_sleep,
      .xCurrentTime = vfs_time,
      .xGetLastError = vfs_last_error,
      .xCurrentTimeInt64 = vfs_time_64,
  };
  is_installed = sqlite3_vfs_register(&shim, 1) == SQLITE_OK;
}

bool sd_install(void) {
  pthread_once(&installing, install);
  return is_installed;
}

// MARK: Disks

sd_disk *sd_create(const char *folder, uint64_t seed) {
  sd_disk *disk = calloc(1, sizeof *disk);
  if (!disk) return NULL;
  disk->folder = strdup(folder);
  disk->random = seed;
  disk->left = -1;
  if (!disk->folder || pthread_mutex_init(&disk->lock, NULL) != 0) {
    free(disk->folder);
    free(disk);
    return NULL;
  }
  pthread_mutex_lock(&disks_lock);
  disk->next = disks;
  disks = disk;
  pthread_mutex_unlock(&disks_lock);
  return disk;
}

void sd_destroy(sd_disk *disk) {
  pthread_mutex_lock(&disks_lock);
  for (sd_disk **place = &disks; *place; place = &(*place)->next) {
    if (*place == disk) {
      *place = disk->next;
      break;
    }
  }
  pthread_mutex_unlock(&disks_lock);
  while (disk->nodes) {
    sd_node *next = disk->nodes->next;
    sd_drop_changes(disk->nodes);
    sd_drop_bytes(&disk->nodes->synced);
    free(disk->nodes->path);
    free(disk->nodes);
    disk->nodes = next;
  }
  pthread_mutex_destroy(&disk->lock);
  free(disk->folder);
  free(disk);
}

#define LOCKED(disk, what)            \
  pthread_mutex_lock(&(disk)->lock);  \
  what;                               \
  pthread_mutex_unlock(&(disk)->lock)

void sd_set_faults(sd_disk *disk, sd_faults faults) { LOCKED(disk, disk->faults = faults); }
void sd_stop_after(sd_disk *disk, int64_t operations) { LOCKED(disk, disk->left = operations); }
void sd_stop(sd_disk *disk) { LOCKED(disk, disk->stopped = true); }

bool sd_has_stopped(sd_disk *disk) {
  LOCKED(disk, bool stopped = disk->stopped);
  return stopped;
}

int sd_open_files(sd_disk *disk) {
  LOCKED(disk, int open = disk->open);
  return open;
}

sd_counts sd_counted(sd_disk *disk) {
  LOCKED(disk, sd_counts counts = disk->counts);
  return counts;
}
