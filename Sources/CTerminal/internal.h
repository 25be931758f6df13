#ifndef C_TERMINAL_INTERNAL_H
#define C_TERMINAL_INTERNAL_H

#include "CTerminal.h"
#include <curses.h>
#include <stdio.h>
#include <termios.h>

struct ct_screen {
  SCREEN *curses;
  FILE *memory;  // where ncurses writes
  FILE *input;   // ncurses wants one and never reads it
  int tty;       // -1 without a terminal
  bool is_xterm; // knows bracketed paste, focus and mouse reports
  bool reports_mouse;
  bool synchronize;
  int colors;
  int rows, columns;
  cchar_t *cells; // the row that is being made
  int cell_count, cell_columns, row;
  uint8_t *bytes;
  size_t count, capacity;
  bool lends;          // whether any number of colour stands for another colour
  int32_t lent[256];   // the colours behind the numbers, -1 for none
  bool has_ascii;      // whether ASCII is known to be the terminal's set of characters
};

/// lend.c: replaces the numbers of lent colours in what ncurses wrote.
void ct_replace_lent(ct_screen *screen, size_t from);
/// charset.c: takes out what names ASCII again as the set of characters (`ESC ( B`).
///
/// The usual entries do so with every change of attributes, in case lines were drawn with another
/// set; here they are text, and the repetition is a tenth of what a moved cursor costs.
void ct_drop_designations(ct_screen *screen, size_t from);
/// screen.c: leaves the screen as a shell expects it.
void ct_give_back(ct_screen *screen);

/// terminfo.c: apart from curses because term.h defines macros named lines, columns and so on.
ct_result ct_check_terminfo(const char *terminal);
const char *ct_terminfo_string(const char *name);
bool ct_terminfo_is_xterm(void);

/// tty.c: the modes of the terminal and what is sent to it.
bool ct_tty_open(ct_screen *screen);
void ct_tty_raw(ct_screen *screen);
void ct_tty_restore(ct_screen *screen);
void ct_tty_close(ct_screen *screen);
void ct_tty_write(const ct_screen *screen, const uint8_t *bytes, size_t count);
void ct_tty_modes(ct_screen *screen, bool on);
bool ct_tty_size(const ct_screen *screen, int *rows, int *columns);

/// signals.c: the self-pipe, the wake-up descriptor, and the way out of a crash.
bool ct_signals_install(void);
void ct_signals_remove(void);
int ct_signal_descriptor(void);
int ct_wake_descriptor(void);
bool ct_signals_want_end(void);
void ct_signals_for_child(void);
void ct_signals_ignore_keys(bool ignore);
void ct_crash_arm(int tty, const struct termios *modes, const char *text);
void ct_crash_disarm(void);
/// Whether the terminal was given back for good, so that nothing may be written any more.
bool ct_crash_gave_back(void);

#endif
