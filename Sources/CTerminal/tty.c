#include "internal.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// The original modes of the terminal, stored here for every exit; only one is open at a time.
static struct termios original;
static bool has_original;

static const char reports_on[] = "\033[?2004h\033[?1004h";
static const char reports_off[] = "\033[?1004l\033[?2004l";
static const char mouse_on[] = "\033[?1000h\033[?1002h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1002l\033[?1000l";

bool ct_is_terminal(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

/// Opens the terminal again, so that only its own descriptor is non-blocking and not the shell's.
bool ct_tty_open(ct_screen *screen) {
  char name[256];
  int tty = -1;
  if (ttyname_r(STDOUT_FILENO, name, sizeof name) == 0) {
    tty = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  }
  if (tty < 0) tty = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (tty < 0 || tcgetattr(tty, &original) < 0) {
    int error = errno;
    if (tty >= 0) close(tty);
    errno = error;
    return false;
  }
  has_original = true;
  screen->tty = tty;
  return true;
}

void ct_tty_raw(ct_screen *screen) {
  if (screen->tty < 0) return;
  struct termios raw;
  // A shell may have changed the modes while the program was suspended.
  if (tcgetattr(screen->tty, &original) < 0) return;
  raw = original;
  cfmakeraw(&raw);
  tcsetattr(screen->tty, TCSADRAIN, &raw);
  static char text[512];
  const char *names[] = {"rmkx", "sgr0", "cnorm", "rmcup"};
  text[0] = 0;
  if (screen->is_xterm) {
    strcat(text, mouse_off);
    strcat(text, reports_off);
  }
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    const char *value = ct_terminfo_string(names[index]);
    if (value != NULL && strlen(text) + strlen(value) + 3 < sizeof text) strcat(text, value);
  }
  strcat(text, "\r\n");
  ct_crash_arm(screen->tty, &original, text);
}

/// Discards pending input, so that no late report reaches the shell, and restores the modes.
void ct_tty_restore(ct_screen *screen) {
  if (screen->tty < 0) return;
  ct_crash_disarm();
  if (has_original) tcsetattr(screen->tty, TCSAFLUSH, &original);
}

void ct_tty_close(ct_screen *screen) {
  if (screen->tty < 0) return;
  close(screen->tty);
  screen->tty = -1;
  has_original = false;
}

void ct_tty_write(const ct_screen *screen, const uint8_t *bytes, size_t count) {
  if (screen->tty < 0) return;
  while (count > 0 && !ct_crash_gave_back()) {
    ssize_t written = write(screen->tty, bytes, count);
    if (written >= 0) {
      bytes += written;
      count -= (size_t)written;
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN || ct_signals_want_end()) return;
    struct pollfd descriptor = {.fd = screen->tty, .events = POLLOUT};
    poll(&descriptor, 1, 100);
    if (descriptor.revents & (POLLERR | POLLHUP | POLLNVAL)) return;
  }
}

static void write_text(const ct_screen *screen, const char *text) {
  ct_tty_write(screen, (const uint8_t *)text, strlen(text));
}

void ct_tty_modes(ct_screen *screen, bool on) {
  if (!screen->is_xterm) return;
  if (on) {
    write_text(screen, reports_on);
    if (screen->reports_mouse) write_text(screen, mouse_on);
  } else {
    if (screen->reports_mouse) write_text(screen, mouse_off);
    write_text(screen, reports_off);
  }
}

void ct_set_mouse(ct_screen *screen, bool on) {
  if (on == screen->reports_mouse || !screen->is_xterm) return;
  screen->reports_mouse = on;
  write_text(screen, on ? mouse_on : mouse_off);
}

bool ct_tty_size(const ct_screen *screen, int *rows, int *columns) {
  struct winsize size;
  if (screen->tty < 0 || ioctl(screen->tty, TIOCGWINSZ, &size) < 0) return false;
  *rows = size.ws_row > 0 ? size.ws_row : 24;
  *columns = size.ws_col > 0 ? size.ws_col : 80;
  return true;
}

void ct_send(ct_screen *screen, const uint8_t *bytes, size_t count) {
  ct_tty_write(screen, bytes, count);
}

long ct_read(ct_screen *screen, uint8_t *bytes, size_t capacity) {
  if (screen->tty < 0) return -1;
  for (;;) {
    ssize_t count = read(screen->tty, bytes, capacity);
    if (count > 0) return count;
    if (count < 0 && errno == EAGAIN) return 0;
    if (count < 0 && errno == EINTR) continue;
    ct_signals_expect_hang_up();
    return -1;
  }
}

int ct_wait(ct_screen *screen, int milliseconds) {
  struct pollfd descriptors[] = {
      {.fd = screen->tty, .events = POLLIN},
      {.fd = ct_signal_descriptor(), .events = POLLIN},
      {.fd = ct_wake_descriptor(), .events = POLLIN},
  };
  int found = 0;
  if (poll(descriptors, 3, milliseconds) < 0) return errno == EINTR ? 0 : ct_gone;
  if (descriptors[0].revents & POLLIN) found |= ct_input;
  if (descriptors[0].revents & (POLLHUP | POLLERR | POLLNVAL)) {
    ct_signals_expect_hang_up();
    found |= ct_gone;
  }
  if (descriptors[1].revents & POLLIN) found |= ct_signaled;
  if (descriptors[2].revents & POLLIN) {
    uint64_t times;
    ssize_t taken = read(descriptors[2].fd, &times, sizeof times);
    (void)taken;
    found |= ct_woken;
  }
  return found;
}
