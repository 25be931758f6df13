#ifndef C_TERMINAL_INTERNAL_H
#define C_TERMINAL_INTERNAL_H

#include "CTerminal.h"
#include <curses.h>
#include <stdio.h>
#include <termios.h>

struct ct_screen {
  SCREEN *curses;
  FILE *memory;  // the output of ncurses
  FILE *input;   // required by ncurses, never read
  int tty;       // -1 without a terminal
  bool is_xterm; // supports bracketed paste, focus and mouse reports
  bool reports_mouse;
  bool synchronize;
  int colors;
  int rows, columns;
  cchar_t *cells; // the current row
  int cell_count, cell_columns, row;
  uint8_t *bytes;
  size_t count, capacity;
  bool lends;          // any colour number is assigned to another colour
  int32_t lent[256];   // the colours assigned to the numbers, -1 for none
  bool has_ascii;      // ASCII is known to be the terminal's character set
};

/// lend.c: replaces the numbers of assigned colours in the output of ncurses.
void ct_replace_lent(ct_screen *screen, size_t from);
/// charset.c: removes repeated designations of ASCII as the character set (`ESC ( B`).
///
/// The usual terminfo entries repeat them with every change of attributes, in case lines were drawn
/// with another set; here lines are text, and the repetition is a tenth of the cost of a moved
/// cursor.
void ct_drop_designations(ct_screen *screen, size_t from);
/// screen.c: restores the screen for a shell.
void ct_give_back(ct_screen *screen);

/// terminfo.c: separate from curses because term.h defines macros named lines, columns and so on.
ct_result ct_check_terminfo(const char *terminal);
const char *ct_terminfo_string(const char *name);
bool ct_terminfo_is_xterm(void);

/// tty.c: the modes of the terminal and the output to it.
bool ct_tty_open(ct_screen *screen);
void ct_tty_raw(ct_screen *screen);
void ct_tty_restore(ct_screen *screen);
void ct_tty_close(ct_screen *screen);
void ct_tty_write(const ct_screen *screen, const uint8_t *bytes, size_t count);
void ct_tty_modes(ct_screen *screen, bool on);
bool ct_tty_size(const ct_screen *screen, int *rows, int *columns);

/// signals.c: the self-pipe, the wake-up descriptor, and the handling of a crash.
bool ct_signals_install(void);
void ct_signals_remove(void);
int ct_signal_descriptor(void);
bool ct_wake_install(void);
int ct_wake_descriptor(void);
/// Counts the hang-up of a terminal that is gone as received, because its signal may come late.
void ct_signals_expect_hang_up(void);
bool ct_signals_want_end(void);
void ct_signals_for_child(void);
void ct_signals_ignore_keys(bool ignore);
void ct_crash_arm(int tty, const struct termios *modes, const char *text);
void ct_crash_disarm(void);
/// Returns whether the terminal was restored permanently, so that nothing may be written any more.
bool ct_crash_gave_back(void);

#endif
