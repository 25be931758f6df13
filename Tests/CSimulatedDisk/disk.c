#include "internal.h"

#include <stdlib.h>
#include <string.h>

uint64_t sd_random(sd_disk *disk) {
  disk->random += 0x9E3779B97F4A7C15ULL;
  uint64_t mixed = disk->random;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
  return mixed ^ (mixed >> 31);
}

bool sd_happens(sd_disk *disk, uint32_t millionths) {
  if (millionths == 0) return false;
  bool happens = sd_random(disk) % 1000000 < millionths;
  if (happens) disk->counts.faults++;
  return happens;
}

bool sd_operates(sd_disk *disk) {
  if (disk->stopped) return false;
  if (disk->left < 0) return true;
  if (disk->left == 0) {
    disk->stopped = true;
    return false;
  }
  disk->left--;
  return true;
}

void sd_drop_bytes(sd_bytes *bytes) {
  free(bytes->bytes);
  *bytes = (sd_bytes){0};
}

void sd_drop_changes(sd_node *node) {
  while (node->first) {
    sd_change *next = node->first->next;
    free(node->first);
    node->first = next;
  }
  node->last = NULL;
}

/// Sets a length; what is new is zero.
static bool resize(sd_bytes *bytes, size_t count) {
  if (count > bytes->room) {
    size_t room = count + count / 2 + 4096;
    uint8_t *more = realloc(bytes->bytes, room);
    if (!more) return false;
    bytes->bytes = more;
    bytes->room = room;
  }
  if (count > bytes->count) memset(bytes->bytes + bytes->count, 0, count - bytes->count);
  bytes->count = count;
  return true;
}

static bool put(sd_bytes *file, const uint8_t *bytes, size_t count, int64_t offset) {
  size_t end = (size_t)offset + count;
  if (end > file->count && !resize(file, end)) return false;
  memcpy(file->bytes + offset, bytes, count);
  return true;
}

bool sd_note(sd_node *node, const void *bytes, size_t count, int64_t offset, bool truncates) {
  sd_change *change = malloc(sizeof *change + (truncates ? 0 : count));
  if (!change) return false;
  *change = (sd_change){.offset = offset, .count = count, .truncates = truncates};
  if (!truncates) memcpy(change->bytes, bytes, count);
  if (node->last) node->last->next = change;
  else node->first = change;
  node->last = change;
  return true;
}

/// Begins a file anew where the one before was removed.
static void begin(sd_node *node) {
  if (!node->is_new) return;
  node->synced.count = 0;
  node->is_new = false;
}

bool sd_settle(sd_node *node) {
  begin(node);
  for (sd_change *change = node->first; change; change = change->next) {
    bool done = change->truncates
                    ? resize(&node->synced, (size_t)change->offset)
                    : put(&node->synced, change->bytes, change->count, change->offset);
    if (!done) return false;
  }
  sd_drop_changes(node);
  node->is_synced = true;
  return true;
}

void sd_forget(sd_disk *disk, sd_node *node) {
  sd_change **place = &node->first;
  node->last = NULL;
  while (*place) {
    sd_change *change = *place;
    if (!change->truncates && sd_random(disk) % 2) {
      *place = change->next;
      free(change);
    } else {
      node->last = change;
      place = &change->next;
    }
  }
}

void sd_remove(sd_node *node, bool is_certain) {
  sd_drop_changes(node);
  node->exists = false;
  if (is_certain || !node->is_synced) {
    node->synced.count = 0;
    node->is_synced = node->is_new = false;
  } else {
    node->is_new = true;
  }
}

sd_node *sd_node_at(sd_disk *disk, const char *path) {
  for (sd_node *node = disk->nodes; node; node = node->next) {
    if (strcmp(node->path, path) == 0) return node;
  }
  sd_node *node = calloc(1, sizeof *node);
  if (!node) return NULL;
  node->path = strdup(path);
  if (!node->path) {
    free(node);
    return NULL;
  }
  node->next = disk->nodes;
  disk->nodes = node;
  return node;
}
