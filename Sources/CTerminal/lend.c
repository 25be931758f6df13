#include "internal.h"
#include <stdlib.h>
#include <string.h>

void ct_lend_color(ct_screen *screen, int number, uint32_t rgb) {
  if (number < 16 || number > 255) return;
  if (!screen->lends) memset(screen->lent, 0xFF, sizeof screen->lent);
  screen->lends = true;
  screen->lent[number] = (int32_t)(rgb & 0xFFFFFF);
}

/// Reads `ESC [ 38;5;N m` or `ESC [ 48;5;N m` and returns its length; 0 for anything else.
static size_t read_number(const uint8_t *text, size_t count, int *number) {
  if (count < 9 || text[0] != 0x1B || text[1] != '[') return 0;
  if ((text[2] != '3' && text[2] != '4') || memcmp(text + 3, "8;5;", 4) != 0) return 0;
  int value = 0;
  size_t length = 7;
  for (; length < count && length < 10 && text[length] >= '0' && text[length] <= '9'; length++) {
    value = value * 10 + (text[length] - '0');
  }
  if (length == 7 || length == count || text[length] != 'm' || value > 255) return 0;
  *number = value;
  return length + 1;
}

void ct_replace_lent(ct_screen *screen, size_t from) {
  if (!screen->lends || screen->count <= from) return;
  // A sequence of at least 9 bytes becomes one of at most 19.
  size_t capacity = from + (screen->count - from) * 3 + 16;
  uint8_t *bytes = malloc(capacity);
  if (bytes == NULL) return;
  memcpy(bytes, screen->bytes, from);
  size_t count = from;
  for (size_t offset = from; offset < screen->count;) {
    int number = 0;
    size_t length = read_number(screen->bytes + offset, screen->count - offset, &number);
    if (length == 0 || screen->lent[number] < 0) {
      bytes[count++] = screen->bytes[offset++];
      continue;
    }
    uint32_t rgb = (uint32_t)screen->lent[number];
    count += (size_t)snprintf(
        (char *)bytes + count, 20, "\033[%c8;2;%u;%u;%um", screen->bytes[offset + 2],
        (rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255);
    offset += length;
  }
  free(screen->bytes);
  screen->bytes = bytes;
  screen->count = count;
  screen->capacity = capacity;
}
