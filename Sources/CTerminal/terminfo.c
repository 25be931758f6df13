#include "internal.h"
#include <stdlib.h>
#include <term.h>

static bool is_string(const char *value) { return value != NULL && value != (char *)-1; }

/// Loads an entry in addition to the current one, so that a query does not affect an open screen.
static bool load(const char *terminal, int *error, TERMINAL **before) {
  const char *name = terminal != NULL ? terminal : getenv("TERM");
  *error = 0;
  *before = set_curterm(NULL);
  // Descriptor 1 is only used to determine the line speed.
  return name != NULL && name[0] != 0 && setupterm(name, 1, error) != ERR;
}

static void unload(TERMINAL *before) {
  if (cur_term != NULL) del_curterm(cur_term);
  set_curterm(before);
}

ct_result ct_check_terminfo(const char *terminal) {
  int error;
  TERMINAL *before;
  // An entry for a hard-copy or a generic terminal exists but is rejected, with error 1.
  ct_result result = ct_unknown_terminal;
  if (load(terminal, &error, &before)) {
    result = is_string(tigetstr("cup")) ? ct_opened : ct_incapable_terminal;
  } else if (error == 1) {
    result = ct_incapable_terminal;
  }
  unload(before);
  return result;
}

int ct_terminfo_colors(const char *terminal) {
  int error;
  TERMINAL *before;
  int colors = load(terminal, &error, &before) ? tigetnum("colors") : -1;
  if (colors < 0 && error == 1) colors = 0;
  unload(before);
  return colors == -2 ? 0 : colors;
}

const char *ct_terminfo_string(const char *name) {
  const char *value = tigetstr(name);
  return is_string(value) ? value : NULL;
}

const char *ct_library_version(void) { return curses_version(); }

bool ct_terminfo_is_xterm(void) { return is_string(tigetstr("kmous")); }
