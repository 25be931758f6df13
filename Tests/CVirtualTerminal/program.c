#include "internal.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static void report(int descriptor, char kind, int value) {
  struct vt_report message = {.kind = kind, .value = value};
  ssize_t written = write(descriptor, &message, sizeof message);
  (void)written;
}

/// Runs in the pty's session leader: only async-signal-safe calls, for the tests have threads.
static void run_shell(
    const char *path, char *const arguments[], char *const environment[], int commands,
    int reports) {
  signal(SIGTTOU, SIG_IGN);
  signal(SIGHUP, SIG_DFL);
  pid_t process = fork();
  if (process == 0) {
    setpgid(0, 0);
    tcsetpgrp(0, getpid());
    signal(SIGTTOU, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    close(commands);
    close(reports);
    execve(path, arguments, environment);
    _exit(127);
  }
  setpgid(process, process);
  tcsetpgrp(0, process);
  // A shell outlives the window, so that it can tell what became of the program.
  signal(SIGHUP, SIG_IGN);
  report(reports, 'P', process);
  for (;;) {
    int status;
    if (waitpid(process, &status, WUNTRACED) < 0) {
      if (errno == EINTR) continue;
      _exit(1);
    }
    if (!WIFSTOPPED(status)) {
      report(reports, WIFEXITED(status) ? 'E' : 'K',
             WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
      _exit(0);
    }
    tcsetpgrp(0, getpgrp());
    report(reports, 'S', WSTOPSIG(status));
    char command;
    if (read(commands, &command, 1) != 1) kill(-process, SIGKILL);
    tcsetpgrp(0, process);
    kill(-process, SIGCONT);
  }
}

int vt_spawn(
    vt_terminal *terminal, const char *path, char *const arguments[], char *const environment[]) {
  int commands[2], reports[2];
  if (pipe2(commands, O_CLOEXEC) < 0) return -1;
  if (pipe2(reports, O_CLOEXEC) < 0) return -1;
  struct winsize size = {
      .ws_row = (unsigned short)vt_rows(terminal), .ws_col = (unsigned short)vt_columns(terminal)};
  pid_t shell = forkpty(&terminal->master, NULL, NULL, &size);
  if (shell < 0) return -1;
  if (shell == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    close(commands[1]);
    close(reports[0]);
    run_shell(path, arguments, environment, commands[0], reports[1]);
    _exit(1);
  }
  close(commands[0]);
  close(reports[1]);
  fcntl(terminal->master, F_SETFD, FD_CLOEXEC);
  terminal->commands = commands[1];
  terminal->reports = reports[0];
  terminal->shell = shell;
  terminal->state = vt_running;
  while (terminal->process == 0 && terminal->state == vt_running) vt_reap(terminal, 1000);
  return 0;
}

/// Waits a time for one report of the shell.
void vt_reap(vt_terminal *terminal, int milliseconds) {
  if (terminal->reports < 0) return;
  struct pollfd descriptor = {.fd = terminal->reports, .events = POLLIN};
  if (poll(&descriptor, 1, milliseconds) <= 0) return;
  struct vt_report message;
  if (read(terminal->reports, &message, sizeof message) != sizeof message) {
    close(terminal->reports);
    terminal->reports = -1;
    return;
  }
  switch (message.kind) {
    case 'P': terminal->process = message.value; return;
    case 'S': terminal->state = vt_stopped; break;
    case 'E': terminal->state = vt_exited; break;
    case 'K': terminal->state = vt_signaled; break;
  }
  terminal->status = message.value;
}

vt_program_state vt_state(vt_terminal *terminal, int milliseconds) {
  if (terminal->state == vt_running || terminal->state == vt_stopped) {
    vt_reap(terminal, milliseconds);
  }
  return terminal->state;
}

int vt_status(const vt_terminal *terminal) { return terminal->status; }

int vt_process(const vt_terminal *terminal) { return terminal->process; }

int vt_pump(vt_terminal *terminal, int milliseconds) {
  if (terminal->master < 0) return -1;
  struct pollfd descriptor = {.fd = terminal->master, .events = POLLIN};
  int ready = poll(&descriptor, 1, milliseconds);
  if (ready <= 0) return 0;
  uint8_t bytes[65536];
  ssize_t count = read(terminal->master, bytes, sizeof bytes);
  if (count <= 0) return -1;
  vt_feed(terminal, bytes, (size_t)count);
  return (int)count;
}

int vt_send(vt_terminal *terminal, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(terminal->master, bytes, count);
    if (written < 0) return -1;
    bytes += written;
    count -= (size_t)written;
  }
  return 0;
}

void vt_resize(vt_terminal *terminal, int rows, int columns) {
  vterm_set_size(terminal->emulator, rows, columns);
  vterm_screen_flush_damage(terminal->screen);
  if (terminal->master < 0) return;
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  ioctl(terminal->master, TIOCSWINSZ, &size);
}

int vt_signal(vt_terminal *terminal, int number) { return kill(terminal->process, number); }

int vt_continue(vt_terminal *terminal) {
  if (terminal->state != vt_stopped) return -1;
  terminal->state = vt_running;
  return write(terminal->commands, "F", 1) == 1 ? 0 : -1;
}

void vt_hang_up(vt_terminal *terminal) {
  if (terminal->master >= 0) close(terminal->master);
  terminal->master = -1;
}

vt_modes vt_pty_modes(const vt_terminal *terminal) {
  struct termios modes;
  if (terminal->master < 0 || tcgetattr(terminal->master, &modes) < 0) return (vt_modes){0};
  return (vt_modes){
      .canonical = modes.c_lflag & ICANON,
      .echo = modes.c_lflag & ECHO,
      .signals = modes.c_lflag & ISIG,
      .output_processing = modes.c_oflag & OPOST};
}

void vt_close(vt_terminal *terminal) {
  if (terminal == NULL) return;
  if (terminal->process > 0 && (terminal->state == vt_running || terminal->state == vt_stopped)) {
    kill(-terminal->process, SIGKILL);
  }
  vt_hang_up(terminal);
  if (terminal->commands >= 0) close(terminal->commands);
  if (terminal->shell > 0) waitpid(terminal->shell, NULL, 0);
  if (terminal->reports >= 0) close(terminal->reports);
  vterm_free(terminal->emulator);
  free(terminal->output);
  free(terminal);
}
