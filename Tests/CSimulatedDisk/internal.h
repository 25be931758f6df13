#ifndef SIMULATED_DISK_INTERNAL_H
#define SIMULATED_DISK_INTERNAL_H

#include "simulated_disk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>

enum { SD_SECTOR = 512 };

/// A change to a file that is not synced yet: bytes at an offset, or a new length without bytes.
typedef struct sd_change {
  struct sd_change *next;
  int64_t offset;
  size_t count;
  bool truncates;
  uint8_t bytes[];
} sd_change;

/// Bytes that grow.
typedef struct {
  uint8_t *bytes;
  size_t count, room;
} sd_bytes;

/// A file of a disk by its path.
typedef struct sd_node {
  struct sd_node *next;
  char *path;
  /// What a loss of power leaves for certain.
  sd_bytes synced;
  bool is_synced;
  /// Whether the file was removed since, which power may undo: the changes are those of a new file.
  bool is_new;
  bool exists;
  sd_change *first, *last;
} sd_node;

struct sd_disk {
  struct sd_disk *next;
  pthread_mutex_t lock;
  char *folder;
  uint64_t random;
  sd_faults faults;
  sd_counts counts;
  int64_t left;
  bool stopped;
  int open;
  sd_node *nodes;
};

/// The next number of the disk's seed (SplitMix64).
uint64_t sd_random(sd_disk *disk);
/// Whether a thing of so many in a million happens.
bool sd_happens(sd_disk *disk, uint32_t millionths);
/// Counts an operation that changes something; `false` where the machine has stopped.
bool sd_operates(sd_disk *disk);
/// The file of a path, made where it is not known; `NULL` without memory.
sd_node *sd_node_at(sd_disk *disk, const char *path);
/// Notes bytes that were written, or a length that was set.
bool sd_note(sd_node *node, const void *bytes, size_t count, int64_t offset, bool truncates);
/// Makes what was noted certain.
bool sd_settle(sd_node *node);
/// Forgets half of what was noted, as a sync that fails may.
void sd_forget(sd_disk *disk, sd_node *node);
/// Notes that a file was removed, for certain or until power is lost.
void sd_remove(sd_node *node, bool is_certain);
/// Frees what was noted.
void sd_drop_changes(sd_node *node);
/// Frees bytes.
void sd_drop_bytes(sd_bytes *bytes);

#endif
