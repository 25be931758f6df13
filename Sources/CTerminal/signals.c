#include "internal.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

// Signal handlers have no arguments, so their data is here. They call only async-signal-safe
// functions.
static int pipe_ends[2] = {-1, -1};
static _Atomic int wake = -1;
static volatile sig_atomic_t end_requests;

static const int handled[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
enum { handled_count = sizeof handled / sizeof *handled };
enum { fatal_count = sizeof fatal / sizeof *fatal };
static struct sigaction handled_before[handled_count];
static struct sigaction fatal_before[fatal_count];
static bool is_installed;

static struct {
  volatile sig_atomic_t is_armed;
  int tty;
  struct termios modes;
  char text[512];
  size_t count;
} crash;
static _Atomic bool is_given_back;

/// Restores the terminal with system calls only.
///
/// Another thread may be in the middle of a frame: from here on it writes nothing, so that it
/// cannot hide the cursor again.
static void restore_now(void) {
  if (!crash.is_armed) return;
  crash.is_armed = 0;
  is_given_back = true;
  const char *text = crash.text;
  size_t count = crash.count;
  // A frame may still fill the terminal's buffer; its reader has a second to make room.
  for (int tries = 0; count > 0 && tries < 10; tries++) {
    ssize_t written = write(crash.tty, text, count);
    if (written > 0) {
      text += written;
      count -= (size_t)written;
    } else {
      struct pollfd descriptor = {.fd = crash.tty, .events = POLLOUT};
      poll(&descriptor, 1, 100);
    }
  }
  tcsetattr(crash.tty, TCSANOW, &crash.modes);
}

// The number of SIGHUPs: the kernel, the shell and the end of the shell each send one.
static volatile sig_atomic_t hang_ups;

static void note(int number) {
  int error = errno;
  bool is_end = number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT;
  bool is_again = number == SIGHUP && hang_ups++ > 0;
  if (is_end && !is_again && ++end_requests > 2) {
    // The program no longer responds: leave without it.
    restore_now();
    signal(number, SIG_DFL);
    raise(number);
  }
  uint8_t byte = (uint8_t)number;
  ssize_t written = write(pipe_ends[1], &byte, 1);
  (void)written;
  errno = error;
}

/// Restores the terminal, then raises the signal with its previous handler.
static void crashed(int number) {
  restore_now();
  for (int index = 0; index < fatal_count; index++) {
    if (fatal[index] == number) sigaction(number, &fatal_before[index], NULL);
  }
  raise(number);
}

static void leave(void) { restore_now(); }

/// Unblocks the handled signals in this thread, which may have inherited a mask that blocks them.
static void unblock(void) {
  sigset_t set;
  sigemptyset(&set);
  for (int index = 0; index < handled_count; index++) sigaddset(&set, handled[index]);
  for (int index = 0; index < fatal_count; index++) sigaddset(&set, fatal[index]);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void ct_end_by_signal(int number) {
  signal(number, SIG_DFL);
  unblock();
  raise(number);
  _exit(128 + number);
}

bool ct_signals_install(void) {
  static bool has_exit_handler;
  if (pipe_ends[0] < 0 && pipe2(pipe_ends, O_NONBLOCK | O_CLOEXEC) < 0) return false;
  if (!has_exit_handler) has_exit_handler = atexit(leave) == 0;
  end_requests = 0;
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < handled_count; index++) {
    sigaction(handled[index], &action, &handled_before[index]);
    // A process started with nohup must outlive the terminal.
    if (handled[index] == SIGHUP && handled_before[index].sa_handler == SIG_IGN) {
      sigaction(SIGHUP, &handled_before[index], NULL);
    }
  }
  unblock();
  // The handler of a stack overflow needs a stack of its own.
  static uint8_t spare[65536];
  stack_t stack = {.ss_sp = spare, .ss_size = sizeof spare};
  sigaltstack(&stack, NULL);
  struct sigaction crash_action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK | SA_RESETHAND};
  sigemptyset(&crash_action.sa_mask);
  for (int index = 0; index < fatal_count; index++) {
    sigaction(fatal[index], &crash_action, &fatal_before[index]);
  }
  is_installed = true;
  return true;
}

void ct_signals_remove(void) {
  if (!is_installed) return;
  is_installed = false;
  for (int index = 0; index < handled_count; index++) {
    // A repeated SIGHUP must not cut the clean-up short, not even between two calls.
    if (handled[index] == SIGHUP && hang_ups > 0) {
      signal(SIGHUP, SIG_IGN);
    } else {
      sigaction(handled[index], &handled_before[index], NULL);
    }
  }
  for (int index = 0; index < fatal_count; index++) {
    sigaction(fatal[index], &fatal_before[index], NULL);
  }
}

/// Resets the signals between fork and exec to their default handlers, except that ^Z is ignored,
/// because no shell would continue the program.
void ct_signals_for_child(void) {
  struct sigaction usual = {.sa_handler = SIG_DFL}, deaf = {.sa_handler = SIG_IGN};
  for (int index = 0; index < handled_count; index++) sigaction(handled[index], &usual, NULL);
  for (int index = 0; index < fatal_count; index++) sigaction(fatal[index], &usual, NULL);
  sigaction(SIGPIPE, &usual, NULL);
  sigaction(SIGTSTP, &deaf, NULL);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
}

/// Ignores ^C, ^\ and ^Z in this process while another program has the terminal.
void ct_signals_ignore_keys(bool ignore) {
  static const int keys[] = {SIGINT, SIGQUIT, SIGTSTP};
  struct sigaction action = {.sa_handler = ignore ? SIG_IGN : note, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < sizeof keys / sizeof *keys; index++) {
    sigaction(keys[index], &action, NULL);
  }
}

int ct_signal_descriptor(void) { return pipe_ends[0]; }

bool ct_wake_install(void) {
  if (wake < 0) wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  return wake >= 0;
}

int ct_wake_descriptor(void) { return wake; }

void ct_signals_expect_hang_up(void) {
  if (hang_ups == 0) hang_ups = 1;
}

bool ct_signals_want_end(void) { return end_requests > 0; }

int ct_take_signal(void) {
  uint8_t byte;
  if (pipe_ends[0] < 0) return 0;
  return read(pipe_ends[0], &byte, 1) == 1 ? byte : 0;
}

void ct_wake(void) {
  uint64_t one = 1;
  if (wake < 0) return;
  ssize_t written = write(wake, &one, sizeof one);
  (void)written;
}

void ct_crash_arm(int tty, const struct termios *modes, const char *text) {
  crash.is_armed = 0;
  crash.tty = tty;
  crash.modes = *modes;
  crash.count = strnlen(text, sizeof crash.text);
  memcpy(crash.text, text, crash.count);
  crash.is_armed = 1;
}

void ct_crash_disarm(void) { crash.is_armed = 0; }

bool ct_crash_gave_back(void) { return is_given_back; }
