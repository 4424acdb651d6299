/** Interval of checking the parent process, ms. */
const CHECK_INTERVAL_MS = 500;

/**
 * Under npm: shuts this process down when npm's shell is gone. npm sends SIGTERM to its shell, which dies without passing it on,
 * and the server would keep running with the port and the data folder.
 */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_INTERVAL_MS);
  timer.unref();
}
