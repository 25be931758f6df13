#ifndef C_TERMINAL_H
#define C_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A full screen drawn by ncurses into memory and sent to a terminal in one piece.
///
/// ncurses is not thread-safe: every function except ct_wake is called from one thread only.
typedef struct ct_screen ct_screen;

/// The result of opening a screen.
typedef enum {
  ct_opened,
  ct_not_a_terminal,
  ct_unknown_terminal,
  ct_incapable_terminal,
  ct_system_error,
} ct_result;

/// The results of ct_wait, as bits.
enum { ct_input = 1, ct_woken = 2, ct_signaled = 4, ct_gone = 8 };

/// The attributes of text, as bits in the order of TextAttributes.
enum { ct_bold = 1, ct_dim = 2, ct_italic = 4, ct_underline = 8, ct_reverse = 16 };

/// The terminal's default colour.
enum { ct_default_color = -1 };

/// The options for opening a screen.
typedef struct {
  /// The terminfo entry; NULL for the variable TERM.
  const char *terminal;
  /// A Boolean value that indicates whether colours may be used.
  bool use_color;
  /// A Boolean value that indicates whether each frame is a synchronised update (mode 2026).
  bool synchronize;
  /// A size for a screen without a terminal, whose bytes ct_bytes returns; zero for a real one.
  int rows, columns;
} ct_options;

/// Returns whether standard input and output are both a terminal.
bool ct_is_terminal(void);

/// Returns the number of colours that terminfo states for an entry (NULL: TERM): 0 for none, -1 if
/// there is no such entry.
int ct_terminfo_colors(const char *terminal);

/// Returns the name and version of the ncurses library.
const char *ct_library_version(void);

/// Opens the terminal. On failure returns NULL and sets `result`, and errno for ct_system_error.
ct_screen *ct_open(const ct_options *options, ct_result *result);

/// Restores the terminal and frees the screen.
void ct_close(ct_screen *screen);

int ct_rows(const ct_screen *screen);
int ct_columns(const ct_screen *screen);
/// Returns the number of available colours; 0 for none.
int ct_colors(const ct_screen *screen);
/// Returns the terminfo string of a capability such as `kcuu1`, or NULL.
const char *ct_capability(ct_screen *screen, const char *name);

/// Reads the terminal's size and applies it. Returns whether it has changed.
bool ct_update_size(ct_screen *screen);
/// Sets the size of a screen without a terminal.
void ct_set_size(ct_screen *screen, int rows, int columns);

/// Returns the number of a colour pair, which is created if necessary.
int ct_pair(ct_screen *screen, int foreground, int background);
/// Replaces a colour number, from 16 to 255, by `0xRRGGBB` in the output from now on.
void ct_lend_color(ct_screen *screen, int number, uint32_t rgb);
/// Sends each frame as a synchronised update (mode 2026) from now on.
void ct_synchronize(ct_screen *screen);
/// Begins a row; columns without text become blank.
void ct_row_begin(ct_screen *screen, int row);
/// Adds UTF-8 text to the row.
void ct_row_add(
    ct_screen *screen, const uint8_t *text, size_t count, int pair, unsigned attributes);
/// Draws the row on the screen.
void ct_row_end(ct_screen *screen);
/// Sends the changes since the last call, and the cursor; a negative row hides the cursor.
///
/// Returns the number of bytes.
size_t ct_flush(ct_screen *screen, int cursor_row, int cursor_column);
/// Makes the next ct_flush send every cell.
void ct_repaint(ct_screen *screen);
/// Returns the bytes of the last ct_flush; valid until the next one.
const uint8_t *ct_bytes(const ct_screen *screen, size_t *count);
/// Sends bytes that are not part of a frame.
void ct_send(ct_screen *screen, const uint8_t *bytes, size_t count);
/// Turns mouse reports on or off.
void ct_set_mouse(ct_screen *screen, bool on);

/// Waits for an event, at most some milliseconds; -1 waits indefinitely.
int ct_wait(ct_screen *screen, int milliseconds);
/// Reads input. Returns the number of bytes; 0 if there are none, -1 if the terminal is closed.
long ct_read(ct_screen *screen, uint8_t *bytes, size_t capacity);
/// Removes and returns the number of a received signal; 0 if there is none.
int ct_take_signal(void);
/// Ends the process by a signal, so that its parent sees the reason.
_Noreturn void ct_end_by_signal(int number);
/// Ends a ct_wait from any thread.
void ct_wake(void);
/// Restores the terminal and stops; returns when continued, with the screen reopened.
void ct_suspend(ct_screen *screen);
/// The end of a program that ran in the terminal.
typedef struct {
  /// The exit status, or the number of the signal or error.
  int number;
  /// A Boolean value that indicates whether a signal ended it.
  bool is_signal;
  /// A Boolean value that indicates whether it could not be started.
  bool is_error;
} ct_status;

/// Runs a program, found through PATH, in the terminal and waits for its end.
///
/// Prints a line afterwards and waits for a key, so that the user can read the program's output,
/// then reopens the screen. The arguments end with NULL.
ct_status ct_run(ct_screen *screen, char *const arguments[], const char *farewell);
/// Reopens the screen after another process stopped and continued this one.
void ct_resume(ct_screen *screen);

/// Returns the columns of a scalar in the C library, which ncurses uses.
int ct_wcwidth(uint32_t scalar);

#endif
