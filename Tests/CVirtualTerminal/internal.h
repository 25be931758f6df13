#ifndef C_VIRTUAL_TERMINAL_INTERNAL_H
#define C_VIRTUAL_TERMINAL_INTERNAL_H

#include "CVirtualTerminal.h"
#include <sys/types.h>
#include <vterm.h>

struct vt_terminal {
  VTerm *emulator;
  VTermScreen *screen;
  bool is_alternate;
  bool cursor_is_visible;
  int cursor_row, cursor_column;
  int mouse_mode;
  uint8_t *output;
  size_t output_count, output_capacity;
  int master;      // the pty, or -1
  int commands;    // to the job-control shell, or -1
  int reports;     // from the job-control shell, or -1
  pid_t shell;     // 0 when there is none
  pid_t process;
  vt_program_state state;
  int status;
};

/// What the job-control shell reports: 'P' the process id, 'S' stopped, 'E' exited, 'K' killed.
struct vt_report {
  char kind;
  int value;
};

void vt_reap(vt_terminal *terminal, int milliseconds);

#endif
