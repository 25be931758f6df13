#include "internal.h"

void ct_drop_designations(ct_screen *screen, size_t from) {
  size_t count = from;
  for (size_t offset = from; offset < screen->count;) {
    const uint8_t *text = screen->bytes + offset;
    bool designates = screen->count - offset >= 3 && text[0] == 0x1B && text[1] == '(';
    bool is_ascii = designates && text[2] == 'B';
    if (is_ascii && screen->has_ascii) {
      offset += 3;
      continue;
    }
    if (designates) screen->has_ascii = is_ascii;
    screen->bytes[count++] = screen->bytes[offset++];
  }
  screen->count = count;
}
