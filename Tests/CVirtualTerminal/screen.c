#include "internal.h"
#include <stdlib.h>
#include <string.h>

static int cursor_moved(VTermPos position, VTermPos old, int visible, void *user) {
  (void)old;
  (void)visible;
  vt_terminal *terminal = user;
  terminal->cursor_row = position.row;
  terminal->cursor_column = position.col;
  return 1;
}

static int property_set(VTermProp property, VTermValue *value, void *user) {
  vt_terminal *terminal = user;
  if (property == VTERM_PROP_ALTSCREEN) terminal->is_alternate = value->boolean;
  if (property == VTERM_PROP_CURSORVISIBLE) terminal->cursor_is_visible = value->boolean;
  if (property == VTERM_PROP_MOUSE) terminal->mouse_mode = value->number;
  return 1;
}

static const VTermScreenCallbacks callbacks = {
    .movecursor = cursor_moved,
    .settermprop = property_set,
};

vt_terminal *vt_open(int rows, int columns) {
  vt_terminal *terminal = calloc(1, sizeof *terminal);
  if (terminal == NULL) return NULL;
  terminal->emulator = vterm_new(rows, columns);
  vterm_set_utf8(terminal->emulator, 1);
  terminal->screen = vterm_obtain_screen(terminal->emulator);
  terminal->cursor_is_visible = true;
  terminal->master = terminal->commands = terminal->reports = -1;
  vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
  vterm_screen_enable_altscreen(terminal->screen, 1);
  vterm_screen_reset(terminal->screen, 1);
  return terminal;
}

void vt_feed(vt_terminal *terminal, const uint8_t *bytes, size_t count) {
  size_t needed = terminal->output_count + count;
  if (needed > terminal->output_capacity) {
    size_t capacity = needed * 2;
    uint8_t *output = realloc(terminal->output, capacity);
    if (output == NULL) abort();
    terminal->output = output;
    terminal->output_capacity = capacity;
  }
  if (count > 0) memcpy(terminal->output + terminal->output_count, bytes, count);
  terminal->output_count = needed;
  vterm_input_write(terminal->emulator, (const char *)bytes, count);
  vterm_screen_flush_damage(terminal->screen);
}

const uint8_t *vt_output(const vt_terminal *terminal, size_t *count) {
  *count = terminal->output_count;
  return terminal->output;
}

void vt_forget_output(vt_terminal *terminal) { terminal->output_count = 0; }

static vt_color read_color(VTermColor color, bool is_default) {
  if (is_default) return (vt_color){.kind = vt_default};
  if (VTERM_COLOR_IS_INDEXED(&color)) {
    return (vt_color){.kind = vt_indexed, .index = color.indexed.idx};
  }
  return (vt_color){
      .kind = vt_rgb, .red = color.rgb.red, .green = color.rgb.green, .blue = color.rgb.blue};
}

static size_t encode(uint32_t scalar, char *text) {
  if (scalar < 0x80) {
    text[0] = (char)scalar;
    return 1;
  }
  if (scalar < 0x800) {
    text[0] = (char)(0xC0 | scalar >> 6);
    text[1] = (char)(0x80 | (scalar & 63));
    return 2;
  }
  if (scalar < 0x10000) {
    text[0] = (char)(0xE0 | scalar >> 12);
    text[1] = (char)(0x80 | (scalar >> 6 & 63));
    text[2] = (char)(0x80 | (scalar & 63));
    return 3;
  }
  text[0] = (char)(0xF0 | scalar >> 18);
  text[1] = (char)(0x80 | (scalar >> 12 & 63));
  text[2] = (char)(0x80 | (scalar >> 6 & 63));
  text[3] = (char)(0x80 | (scalar & 63));
  return 4;
}

vt_cell vt_cell_at(const vt_terminal *terminal, int row, int column) {
  vt_cell cell = {.width = 1};
  VTermScreenCell found;
  if (row < 0 || row >= vt_rows(terminal) || column < 0 || column >= vt_columns(terminal)) {
    return cell;
  }
  vterm_screen_get_cell(terminal->screen, (VTermPos){.row = row, .col = column}, &found);
  if (found.chars[0] == (uint32_t)-1) {
    cell.width = 0;
  } else {
    size_t length = 0;
    for (int index = 0; index < VTERM_MAX_CHARS_PER_CELL && found.chars[index] != 0; index++) {
      length += encode(found.chars[index], cell.text + length);
    }
    cell.width = found.width;
  }
  cell.bold = found.attrs.bold;
  cell.underline = found.attrs.underline != 0;
  cell.italic = found.attrs.italic;
  cell.reverse = found.attrs.reverse;
  cell.foreground = read_color(found.fg, VTERM_COLOR_IS_DEFAULT_FG(&found.fg));
  cell.background = read_color(found.bg, VTERM_COLOR_IS_DEFAULT_BG(&found.bg));
  return cell;
}

int vt_rows(const vt_terminal *terminal) {
  int rows, columns;
  vterm_get_size(terminal->emulator, &rows, &columns);
  return rows;
}

int vt_columns(const vt_terminal *terminal) {
  int rows, columns;
  vterm_get_size(terminal->emulator, &rows, &columns);
  return columns;
}

int vt_cursor_row(const vt_terminal *terminal) { return terminal->cursor_row; }

int vt_cursor_column(const vt_terminal *terminal) { return terminal->cursor_column; }

bool vt_cursor_is_visible(const vt_terminal *terminal) { return terminal->cursor_is_visible; }

bool vt_is_alternate(const vt_terminal *terminal) { return terminal->is_alternate; }

int vt_mouse_mode(const vt_terminal *terminal) { return terminal->mouse_mode; }
