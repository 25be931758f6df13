#ifndef C_VIRTUAL_TERMINAL_H
#define C_VIRTUAL_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A terminal in memory (libvterm), with or without a program that runs in it under a pty.
///
/// Not thread-safe: each terminal belongs to one thread at a time.
typedef struct vt_terminal vt_terminal;

/// The kinds of a cell's colour.
typedef enum { vt_default, vt_indexed, vt_rgb } vt_color_kind;

/// A colour as the program asked for it.
typedef struct {
  vt_color_kind kind;
  uint8_t index;
  uint8_t red, green, blue;
} vt_color;

/// One cell of the screen. A wide character's second column has the width 0 and no text.
typedef struct {
  /// UTF-8, ended by a zero byte; empty in a cell that nothing was written to.
  char text[32];
  int width;
  bool bold, underline, italic, reverse;
  vt_color foreground, background;
} vt_cell;

/// What has become of the program.
typedef enum { vt_none, vt_running, vt_stopped, vt_exited, vt_signaled } vt_program_state;

/// The terminal's modes that a program may leave behind.
typedef struct {
  bool canonical, echo, signals, output_processing;
} vt_modes;

/// Creates a terminal; NULL when there is no memory.
vt_terminal *vt_open(int rows, int columns);

/// Ends the program, if one still runs, and frees the terminal.
void vt_close(vt_terminal *terminal);

/// Shows bytes as if a program had written them.
void vt_feed(vt_terminal *terminal, const uint8_t *bytes, size_t count);

/// Starts a program under a pty of the terminal's size.
///
/// The program is the foreground job of a small job-control shell, so that it can be suspended and
/// continued. `arguments` and `environment` end with NULL.
///
/// Returns 0, or -1 with errno.
int vt_spawn(
    vt_terminal *terminal, const char *path, char *const arguments[], char *const environment[]);

/// Shows what the program writes within a time, and returns as soon as there was something.
///
/// Returns the bytes shown; 0 when there were none in that time; -1 when the pty has been closed.
int vt_pump(vt_terminal *terminal, int milliseconds);

/// Types bytes. Returns 0, or -1 with errno.
int vt_send(vt_terminal *terminal, const uint8_t *bytes, size_t count);

/// Changes the size of the terminal and its pty; the program gets SIGWINCH.
void vt_resize(vt_terminal *terminal, int rows, int columns);

/// Sends a signal to the program. Returns 0, or -1 with errno.
int vt_signal(vt_terminal *terminal, int number);

/// Continues a stopped program in the foreground, as `fg` does. Returns 0, or -1.
int vt_continue(vt_terminal *terminal);

/// Closes the pty, as when the window is closed.
void vt_hang_up(vt_terminal *terminal);

/// Returns what has become of the program, waiting a time for it to stop or end.
vt_program_state vt_state(vt_terminal *terminal, int milliseconds);

/// Returns the exit status of a program that exited, or the number of the signal that ended it.
int vt_status(const vt_terminal *terminal);

/// Returns the program's process id; 0 without one.
int vt_process(const vt_terminal *terminal);

/// Reads a cell; an empty one outside of the screen.
vt_cell vt_cell_at(const vt_terminal *terminal, int row, int column);

int vt_rows(const vt_terminal *terminal);
int vt_columns(const vt_terminal *terminal);
int vt_cursor_row(const vt_terminal *terminal);
int vt_cursor_column(const vt_terminal *terminal);
bool vt_cursor_is_visible(const vt_terminal *terminal);
bool vt_is_alternate(const vt_terminal *terminal);
/// Returns 0 while the mouse is not reported.
int vt_mouse_mode(const vt_terminal *terminal);
/// Reads the modes of the pty.
vt_modes vt_pty_modes(const vt_terminal *terminal);

/// Returns the bytes shown since the last call to vt_forget_output; valid until the next call that
/// shows something.
const uint8_t *vt_output(const vt_terminal *terminal, size_t *count);
void vt_forget_output(vt_terminal *terminal);

#endif
