/** How often the parent is looked at, ms. */
const LOOK_MS = 500;

/**
 * Under npm: ends this process in good order when npm's shell is gone. npm hands SIGTERM to its shell, which dies of it
 * without passing it on; the server would stay behind with the port and the data folder.
 */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}
