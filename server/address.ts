/** URL of the server for a browser on this machine. */
export function serverAddress(host: string, port: number): string {
  return `http://${LOCAL_HOSTS.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}/`;
}

const LOCAL_HOSTS = new Set(['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']);
