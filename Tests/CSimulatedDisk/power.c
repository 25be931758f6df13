#include "internal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// How what was not synced meets a loss of power.
enum fate { LOST, KEPT, IN_ORDER, BY_SECTOR };

/// Keeps of a change those sectors that got to the disk.
static bool keep_sectors(sd_disk *disk, sd_bytes *file, const sd_change *change) {
  size_t done = 0;
  while (done < change->count) {
    size_t at = (size_t)change->offset + done;
    size_t count = SD_SECTOR - at % SD_SECTOR;
    if (count > change->count - done) count = change->count - done;
    if (sd_random(disk) % 2) {
      sd_node holder = {.synced = *file};
      sd_change *part = malloc(sizeof *part + count);
      if (!part) return false;
      *part = (sd_change){.offset = (int64_t)at, .count = count};
      memcpy(part->bytes, change->bytes + done, count);
      holder.first = holder.last = part;
      bool settled = sd_settle(&holder);
      *file = holder.synced;
      if (!settled) {
        sd_drop_changes(&holder);
        return false;
      }
      disk->counts.sectors_kept++;
    } else {
      disk->counts.sectors_lost++;
    }
    done += count;
  }
  return true;
}

/// Keeps a change whole.
static bool keep(sd_node *node, const sd_change *change) {
  sd_node holder = {.synced = node->synced};
  bool noted = sd_note(
      &holder, change->bytes, change->truncates ? 0 : change->count, change->offset,
      change->truncates);
  bool settled = noted && sd_settle(&holder);
  sd_drop_changes(&holder);
  node->synced = holder.synced;
  return settled;
}

/// Decides what a loss of power leaves of a file.
static bool lose_power(sd_disk *disk, sd_node *node) {
  if (node->is_new) {
    // The removal of the former file may never have got to the disk.
    if (sd_random(disk) % 2) {
      node->is_new = false;
      node->exists = true;
      sd_drop_changes(node);
      return true;
    }
    node->synced.count = 0;
    node->is_new = node->is_synced = false;
  }
  enum fate fate = (enum fate)(sd_random(disk) % 4);
  size_t changes = 0;
  for (sd_change *change = node->first; change; change = change->next) changes++;
  size_t border = changes ? sd_random(disk) % (changes + 1) : 0;
  bool isLost = !node->is_synced && node->exists && (fate == LOST || sd_random(disk) % 2);
  if (isLost) sd_drop_changes(node);
  size_t place = 0;
  for (sd_change *change = node->first; change; change = change->next, place++) {
    bool isWhole = fate == KEPT || (fate == IN_ORDER && place < border);
    bool isTorn = (fate == IN_ORDER && place == border) || fate == BY_SECTOR;
    bool done = true;
    if (change->truncates) isWhole = isWhole || (isTorn && sd_random(disk) % 2);
    if (isWhole) done = keep(node, change);
    else if (isTorn && !change->truncates) done = keep_sectors(disk, &node->synced, change);
    if (!done) return false;
  }
  sd_drop_changes(node);
  node->exists = node->is_synced || (node->exists && !isLost);
  node->is_synced = node->exists;
  return true;
}

/// Gives the real file the bytes that are left.
static bool rewrite(const sd_node *node) {
  if (!node->exists) return unlink(node->path) == 0 || access(node->path, F_OK) != 0;
  int file = open(node->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  size_t done = 0;
  while (done < node->synced.count) {
    ssize_t count = write(file, node->synced.bytes + done, node->synced.count - done);
    if (count <= 0) break;
    done += (size_t)count;
  }
  close(file);
  return done == node->synced.count;
}

/// Removes the memory that connections shared, which no loss of power leaves.
static void drop_shared_memory(const sd_node *node) {
  size_t count = strlen(node->path);
  char *path = malloc(count + 5);
  if (!path) return;
  memcpy(path, node->path, count);
  memcpy(path + count, "-shm", 5);
  unlink(path);
  free(path);
}

bool sd_start(sd_disk *disk, bool lost_power) {
  pthread_mutex_lock(&disk->lock);
  bool done = disk->open == 0;
  for (sd_node *node = disk->nodes; done && lost_power && node; node = node->next) {
    done = lose_power(disk, node) && rewrite(node);
    drop_shared_memory(node);
  }
  if (done) {
    disk->stopped = false;
    disk->left = -1;
  }
  pthread_mutex_unlock(&disk->lock);
  return done;
}
