#include "internal.h"
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// Sets a UTF-8 locale, without which ncurses writes only ASCII.
static void use_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

/// Creates the curses screen without letting it change signal handlers.
static bool start_curses(ct_screen *screen, const char *terminal) {
  static const int signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
  struct sigaction before[4];
  int memory = memfd_create("frame", MFD_CLOEXEC);
  if (memory < 0) return false;
  screen->memory = fdopen(memory, "r+");
  screen->input = fopen("/dev/null", "re");
  if (screen->memory == NULL || screen->input == NULL) return false;
  for (int index = 0; index < 4; index++) sigaction(signals[index], NULL, &before[index]);
  screen->curses = newterm(terminal, screen->memory, screen->input);
  for (int index = 0; index < 4; index++) sigaction(signals[index], &before[index], NULL);
  return screen->curses != NULL;
}

static void free_screen(ct_screen *screen) {
  if (screen->curses != NULL) delscreen(screen->curses);
  if (screen->memory != NULL) fclose(screen->memory);
  if (screen->input != NULL) fclose(screen->input);
  free(screen->cells);
  free(screen->bytes);
  free(screen);
}

static void use(const ct_screen *screen) { set_term(screen->curses); }

static ct_screen *fail(ct_screen *screen, ct_result why, ct_result *result) {
  int error = errno;
  ct_tty_close(screen);
  free_screen(screen);
  *result = why;
  errno = error;
  return NULL;
}

ct_screen *ct_open(const ct_options *options, ct_result *result) {
  bool is_real = options->rows == 0;
  *result = is_real && !ct_is_terminal() ? ct_not_a_terminal : ct_check_terminfo(options->terminal);
  if (*result != ct_opened) return NULL;
  ct_screen *screen = calloc(1, sizeof *screen);
  if (screen == NULL) {
    *result = ct_system_error;
    return NULL;
  }
  screen->tty = -1;
  use_utf8();
  // Without a terminal, as for a script, messages wake the program as well.
  if (!ct_wake_install() || (is_real && (!ct_tty_open(screen) || !ct_signals_install()))) {
    return fail(screen, ct_system_error, result);
  }
  if (!start_curses(screen, options->terminal)) {
    if (is_real) ct_signals_remove();
    return fail(screen, ct_system_error, result);
  }
  use(screen);
  screen->is_xterm = is_real && ct_terminfo_is_xterm();
  screen->synchronize = options->synchronize;
  typeahead(-1);
  nonl();
  idlok(stdscr, TRUE);
  leaveok(stdscr, FALSE);
  if (options->use_color && has_colors()) {
    start_color();
    use_default_colors();
    screen->colors = COLORS;
  }
  ct_tty_raw(screen);
  keypad(stdscr, TRUE);
  if (is_real) {
    ct_update_size(screen);
    ct_tty_modes(screen, true);
  } else {
    ct_set_size(screen, options->rows, options->columns);
  }
  return screen;
}

/// Moves the output of ncurses from its memory file to the screen's bytes.
static void collect(ct_screen *screen, size_t already) {
  fflush(screen->memory);
  int memory = fileno(screen->memory);
  off_t size = lseek(memory, 0, SEEK_CUR);
  screen->count = already;
  if (size <= 0) return;
  size_t needed = already + (size_t)size + 16;
  if (needed > screen->capacity) {
    uint8_t *bytes = realloc(screen->bytes, needed * 2);
    if (bytes == NULL) return;
    screen->bytes = bytes;
    screen->capacity = needed * 2;
  }
  ssize_t count = pread(memory, screen->bytes + already, (size_t)size, 0);
  if (count > 0) screen->count += (size_t)count;
  lseek(memory, 0, SEEK_SET);
  ct_drop_designations(screen, already);
  ct_replace_lent(screen, already);
}

void ct_close(ct_screen *screen) {
  bool is_real = screen->tty >= 0;
  ct_give_back(screen);
  ct_tty_close(screen);
  if (is_real) ct_signals_remove();
  free_screen(screen);
}

int ct_rows(const ct_screen *screen) { return screen->rows; }

int ct_columns(const ct_screen *screen) { return screen->columns; }

int ct_colors(const ct_screen *screen) { return screen->colors; }

const char *ct_capability(ct_screen *screen, const char *name) {
  use(screen);
  return ct_terminfo_string(name);
}

void ct_set_size(ct_screen *screen, int rows, int columns) {
  use(screen);
  resizeterm(rows, columns);
  cchar_t *cells = realloc(screen->cells, sizeof(cchar_t) * ((size_t)columns + 1));
  if (cells == NULL) abort();
  screen->cells = cells;
  screen->rows = rows;
  screen->columns = columns;
}

bool ct_update_size(ct_screen *screen) {
  int rows = screen->rows, columns = screen->columns;
  ct_tty_size(screen, &rows, &columns);
  if (rows == screen->rows && columns == screen->columns) return false;
  ct_set_size(screen, rows, columns);
  return true;
}

size_t ct_flush(ct_screen *screen, int cursor_row, int cursor_column) {
  static const char begin[] = "\033[?2026h", end[] = "\033[?2026l";
  use(screen);
  curs_set(cursor_row >= 0);
  if (cursor_row >= 0) wmove(stdscr, cursor_row, cursor_column);
  wnoutrefresh(stdscr);
  doupdate();
  size_t lead = screen->synchronize ? sizeof begin - 1 : 0;
  collect(screen, lead);
  if (screen->count == lead) {
    screen->count = 0;
    return 0;
  }
  if (lead > 0) {
    memcpy(screen->bytes, begin, lead);
    memcpy(screen->bytes + screen->count, end, sizeof end - 1);
    screen->count += sizeof end - 1;
  }
  ct_tty_write(screen, screen->bytes, screen->count);
  return screen->count;
}

void ct_synchronize(ct_screen *screen) { screen->synchronize = true; }

const uint8_t *ct_bytes(const ct_screen *screen, size_t *count) {
  *count = screen->count;
  return screen->bytes;
}

void ct_repaint(ct_screen *screen) {
  use(screen);
  screen->has_ascii = false;
  clearok(curscr, TRUE);
}

/// Restores the screen for a shell; a terminal without a second screen gets its last row empty for
/// the prompt.
///
/// A screen that was not drawn since is the shell's already: leaving it twice would move the cursor
/// into the shell's text.
void ct_give_back(ct_screen *screen) {
  use(screen);
  ct_tty_modes(screen, false);
  if (!isendwin()) {
    if (ct_terminfo_string("rmcup") == NULL) {
      move(screen->rows - 1, 0);
      clrtoeol();
      refresh();
    }
    endwin();
    collect(screen, 0);
    ct_tty_write(screen, screen->bytes, screen->count);
  }
  ct_tty_restore(screen);
}

void ct_suspend(ct_screen *screen) {
  if (screen->tty < 0) return;
  ct_give_back(screen);
  struct sigaction stop = {.sa_handler = SIG_DFL}, before;
  sigemptyset(&stop.sa_mask);
  sigaction(SIGTSTP, &stop, &before);
  // The signal may reach another thread first, so wait for the one that ends the pause. Without job
  // control there is none, and the program continues.
  kill(0, SIGTSTP);
  struct pollfd descriptor = {.fd = ct_signal_descriptor(), .events = POLLIN};
  poll(&descriptor, 1, 250);
  sigaction(SIGTSTP, &before, NULL);
  ct_resume(screen);
}

void ct_resume(ct_screen *screen) {
  use(screen);
  ct_tty_raw(screen);
  ct_update_size(screen);
  ct_repaint(screen);
  ct_tty_modes(screen, true);
}
