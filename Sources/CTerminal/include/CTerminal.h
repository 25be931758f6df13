#ifndef C_TERMINAL_H
#define C_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A full screen drawn by ncurses into memory and sent to a terminal in one piece.
///
/// ncurses is not thread-safe: every function but ct_wake is called from one thread only.
typedef struct ct_screen ct_screen;

/// Why a screen could not be opened.
typedef enum {
  ct_opened,
  ct_not_a_terminal,
  ct_unknown_terminal,
  ct_incapable_terminal,
  ct_system_error,
} ct_result;

/// What ct_wait found, as bits.
enum { ct_input = 1, ct_woken = 2, ct_signaled = 4, ct_gone = 8 };

/// How signs are drawn, as bits in the order of TextAttributes.
enum { ct_bold = 1, ct_dim = 2, ct_italic = 4, ct_underline = 8, ct_reverse = 16 };

/// The colour that the terminal uses when none is asked for.
enum { ct_default_color = -1 };

/// What a screen is opened with.
typedef struct {
  /// The terminfo entry; NULL for the variable TERM.
  const char *terminal;
  /// Whether colours may be used at all.
  bool use_color;
  /// Whether each frame is wrapped in a synchronised update (mode 2026).
  bool synchronize;
  /// A size for a screen without a terminal, whose bytes ct_bytes returns; zero for a real one.
  int rows, columns;
} ct_options;

/// Tells whether standard input and output are both a terminal.
bool ct_is_terminal(void);

/// Reads how many colours terminfo states for an entry (NULL: TERM): 0 for none, -1 when there is
/// no such entry.
int ct_terminfo_colors(const char *terminal);

/// Takes the terminal over. On failure returns NULL and says why in `result`, with errno for
/// ct_system_error.
ct_screen *ct_open(const ct_options *options, ct_result *result);

/// Gives the terminal back as it was and frees the screen.
void ct_close(ct_screen *screen);

int ct_rows(const ct_screen *screen);
int ct_columns(const ct_screen *screen);
/// Returns how many colours can be asked for; 0 when none.
int ct_colors(const ct_screen *screen);
/// Returns the terminfo string of a capability such as `kcuu1`, or NULL.
const char *ct_capability(ct_screen *screen, const char *name);

/// Asks the terminal for its size and takes it over. Returns whether it has changed.
bool ct_update_size(ct_screen *screen);
/// Sets the size of a screen without a terminal.
void ct_set_size(ct_screen *screen, int rows, int columns);

/// Returns the number of a colour pair, made if need be.
int ct_pair(ct_screen *screen, int foreground, int background);
/// Makes the number of a colour, from 16 to 255, stand for `0xRRGGBB` from now on.
void ct_lend_color(ct_screen *screen, int number, uint32_t rgb);
/// Wraps each frame in a synchronised update (mode 2026) from now on.
void ct_synchronize(ct_screen *screen);
/// Begins a row; what is not added to it becomes blank.
void ct_row_begin(ct_screen *screen, int row);
/// Adds UTF-8 text to the row.
void ct_row_add(
    ct_screen *screen, const uint8_t *text, size_t count, int pair, unsigned attributes);
/// Puts the row on the screen.
void ct_row_end(ct_screen *screen);
/// Sends what has changed since the last call, and the cursor; a negative row hides the cursor.
///
/// Returns the bytes it took.
size_t ct_flush(ct_screen *screen, int cursor_row, int cursor_column);
/// Makes the next ct_flush send every cell.
void ct_repaint(ct_screen *screen);
/// Returns the bytes of the last ct_flush; valid until the next one.
const uint8_t *ct_bytes(const ct_screen *screen, size_t *count);
/// Sends bytes that are no part of a frame.
void ct_send(ct_screen *screen, const uint8_t *bytes, size_t count);
/// Turns mouse reports on or off.
void ct_set_mouse(ct_screen *screen, bool on);

/// Waits for something to happen, at most some milliseconds; -1 waits for ever.
int ct_wait(ct_screen *screen, int milliseconds);
/// Reads what was typed. Returns the bytes; 0 when there were none, -1 when the terminal is gone.
long ct_read(ct_screen *screen, uint8_t *bytes, size_t capacity);
/// Takes the number of a signal that came; 0 when there is none.
int ct_take_signal(void);
/// Ends the process by a signal, so that whoever started it sees why it ended.
_Noreturn void ct_end_by_signal(int number);
/// Ends a ct_wait from any thread.
void ct_wake(void);
/// Gives the terminal to the shell and stops; returns when continued, with the screen taken again.
void ct_suspend(ct_screen *screen);
/// How a program that was given the terminal ended.
typedef struct {
  /// The exit status, or the number of the signal or error.
  int number;
  /// Whether a signal ended it.
  bool is_signal;
  /// Whether it could not be started.
  bool is_error;
} ct_status;

/// Gives the terminal to a program, which is found as a shell finds it, and waits for its end.
///
/// Prints a line afterwards and waits for a key, so that what the program printed can be read, then
/// takes the screen again. The arguments end with NULL.
ct_status ct_run(ct_screen *screen, char *const arguments[], const char *farewell);
/// Takes the terminal again after the process was stopped and continued by others.
void ct_resume(ct_screen *screen);

/// Returns the columns that the C library gives a scalar, as ncurses does.
int ct_wcwidth(uint32_t scalar);

#endif
