#include "internal.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/// Replaces the new process by the program, or reports through a pipe why it cannot.
static _Noreturn void become(char *const arguments[], int report) {
  ct_signals_for_child();
  execvp(arguments[0], arguments);
  int error = errno;
  ssize_t written = write(report, &error, sizeof error);
  (void)written;
  _exit(127);
}

/// Waits for the end of a process.
static ct_status wait_for(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return (ct_status){.number = errno, .is_error = true};
  }
  if (WIFSIGNALED(status)) return (ct_status){.number = WTERMSIG(status), .is_signal = true};
  return (ct_status){.number = WEXITSTATUS(status)};
}

static ct_status start(char *const arguments[]) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) < 0) return (ct_status){.number = errno, .is_error = true};
  pid_t child = fork();
  if (child == 0) become(arguments, report[1]);
  int error = child < 0 ? errno : 0;
  close(report[1]);
  ct_status status = {.number = error, .is_error = true};
  if (child > 0) {
    ssize_t count;
    do {
      count = read(report[0], &error, sizeof error);
    } while (count < 0 && errno == EINTR);
    status = wait_for(child);
    if (count == sizeof error) status = (ct_status){.number = error, .is_error = true};
  }
  close(report[0]);
  return status;
}

/// Waits until the user has read the output: one key, or a signal, ends the wait.
static void wait_for_key(ct_screen *screen, const char *farewell) {
  ct_tty_write(screen, (const uint8_t *)farewell, strlen(farewell));
  ct_tty_raw(screen);
  struct pollfd descriptor = {.fd = screen->tty, .events = POLLIN};
  while (poll(&descriptor, 1, -1) < 0 && errno == EINTR && !ct_signals_want_end()) continue;
  uint8_t typed[256];
  while (read(screen->tty, typed, sizeof typed) > 0) continue;
  ct_tty_restore(screen);
}

ct_status ct_run(ct_screen *screen, char *const arguments[], const char *farewell) {
  if (screen->tty < 0) return (ct_status){.number = ENOTTY, .is_error = true};
  ct_give_back(screen);
  ct_signals_ignore_keys(true);
  ct_status status = start(arguments);
  // Modes that the program left behind are not those that the shell is given back.
  ct_tty_restore(screen);
  ct_signals_ignore_keys(false);
  if (!ct_signals_want_end() && !status.is_error) wait_for_key(screen, farewell);
  ct_resume(screen);
  return status;
}
