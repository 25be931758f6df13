#include "internal.h"
#include <wchar.h>

int ct_pair(ct_screen *screen, int foreground, int background) {
  if (screen->colors == 0) return 0;
  if (foreground == ct_default_color && background == ct_default_color) return 0;
  set_term(screen->curses);
  int pair = alloc_pair(foreground, background);
  return pair > 0 ? pair : 0;
}

void ct_row_begin(ct_screen *screen, int row) {
  screen->row = row;
  screen->cell_count = 0;
  screen->cell_columns = 0;
}

static attr_t curses_attributes(unsigned attributes) {
  attr_t result = A_NORMAL;
  if (attributes & ct_bold) result |= A_BOLD;
  if (attributes & ct_dim) result |= A_DIM;
  if (attributes & ct_italic) result |= A_ITALIC;
  if (attributes & ct_underline) result |= A_UNDERLINE;
  if (attributes & ct_reverse) result |= A_REVERSE;
  return result;
}

/// Reads one scalar of valid UTF-8 and returns its length.
static size_t decode(const uint8_t *text, size_t count, wchar_t *scalar) {
  uint8_t lead = text[0];
  size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length > count) {
    *scalar = 0xFFFD;
    return count;
  }
  uint32_t value = length == 1 ? lead : lead & (0x7Fu >> length);
  for (size_t index = 1; index < length; index++) value = value << 6 | (text[index] & 63);
  *scalar = (wchar_t)value;
  return length;
}

static void add_cell(
    ct_screen *screen, const wchar_t *text, int width, attr_t attributes, int pair) {
  if (screen->cell_columns + width > screen->columns) return;
  setcchar(&screen->cells[screen->cell_count], text, attributes, 0, &pair);
  screen->cell_count += 1;
  screen->cell_columns += width;
}

void ct_row_add(
    ct_screen *screen, const uint8_t *text, size_t count, int pair, unsigned attributes) {
  attr_t curses = curses_attributes(attributes);
  wchar_t cell[CCHARW_MAX + 1] = {0};
  int length = 0, width = 0;
  for (size_t offset = 0; offset < count;) {
    wchar_t scalar;
    offset += decode(text + offset, count - offset, &scalar);
    int columns = scalar < 0x7F ? 1 : wcwidth(scalar);
    if (columns == 0 && length > 0) {
      if (length < CCHARW_MAX) cell[length++] = scalar;
      continue;
    }
    if (length > 0) {
      cell[length] = 0;
      add_cell(screen, cell, width, curses, pair);
    }
    cell[0] = columns < 0 ? 0xFFFD : scalar;
    length = 1;
    width = columns < 0 ? 1 : columns;
  }
  if (length > 0) {
    cell[length] = 0;
    add_cell(screen, cell, width, curses, pair);
  }
}

void ct_row_end(ct_screen *screen) {
  set_term(screen->curses);
  int pair = 0;
  while (screen->cell_columns < screen->columns) add_cell(screen, L" ", 1, A_NORMAL, pair);
  mvwadd_wchnstr(stdscr, screen->row, 0, screen->cells, screen->cell_count);
}

int ct_wcwidth(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
