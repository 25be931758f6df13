#ifndef SIMULATED_DISK_H
#define SIMULATED_DISK_H

#include <stdbool.h>
#include <stdint.h>

/// A disk under SQLite that fails when a seed wants it to, and that keeps through a loss of power
/// only what was synced.
///
/// It is a VFS in front of the system's: what is written goes to the real file, as it would to the
/// page cache, and is noted until it is synced. A loss of power then rewrites the real files. Files
/// outside of a disk's folder never notice it.
typedef struct sd_disk sd_disk;

/// How often an operation fails, in a million.
typedef struct {
  /// A write ends in the middle, and the disk is full.
  uint32_t short_write;
  /// A write does not begin, for the disk is full.
  uint32_t full;
  /// A write fails with EIO.
  uint32_t write_error;
  /// A read fails with EIO.
  uint32_t read_error;
  /// A sync fails.
  uint32_t sync_error;
  /// Whether a sync that fails forgets half of what it was to sync, as the kernel may: later syncs
  /// succeed without it.
  bool forgets;
} sd_faults;

/// What a disk did.
typedef struct {
  uint64_t writes, reads, syncs, faults, sectors_lost, sectors_kept;
} sd_counts;

/// Puts the VFS in front of the system's, once for the process; `false` where SQLite refuses.
bool sd_install(void);

/// A disk for the files of a folder; `NULL` without memory.
sd_disk *sd_create(const char *folder, uint64_t seed);

/// Forgets a disk, whose files must be closed; the real files stay.
void sd_destroy(sd_disk *disk);

/// Sets how often operations fail from now on.
void sd_set_faults(sd_disk *disk, sd_faults faults);

/// Stops the machine after so many more writes, syncs and removals; less than 0 for never.
void sd_stop_after(sd_disk *disk, int64_t operations);

/// Stops the machine: every operation fails until it is started again.
void sd_stop(sd_disk *disk);

/// Whether the machine has stopped.
bool sd_has_stopped(sd_disk *disk);

/// How many files are open.
int sd_open_files(sd_disk *disk);

/// Starts the machine again.
///
/// Where power was lost, every file holds what was synced, and of what was not each sector of 512
/// bytes or none, as the seed decides; where a process was killed, all that was written.
/// Returns `false` while files are open or where the real files cannot be written.
bool sd_start(sd_disk *disk, bool lost_power);

/// What the disk did so far.
sd_counts sd_counted(sd_disk *disk);

#endif
