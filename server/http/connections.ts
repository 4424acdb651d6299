import { BlockList, isIPv4, isIPv6, type Server, type Socket } from 'node:net';
import { networkPrefix } from '#server/access/attempts.ts';

/** Maximum of connections to this process; each takes a file descriptor and memory. */
const CONNECTIONS_MAX = 20_000;
/** Connections per address besides WebSockets: a browser opens six, an office behind one address some hundreds. */
const PLAIN_PER_ADDRESS = 1_000;

/** Networks of the address group names that Fastify knows. */
const GROUP_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function proxyList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of proxies.flatMap((name) => GROUP_NETWORKS[name] ?? [name])) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return list;
}

/** Connection limits; trusted proxies are exempt, because they carry everybody's connections. */
export interface ConnectionSettings {
  trustedProxies: readonly string[];
  socketsPerAddress: number;
}

/**
 * Closes connections beyond the limit per address as soon as they are opened, before reading from them, and those beyond the
 * limit of the process. Otherwise one client could use up all file descriptors.
 */
export function limitConnections(
  server: Pick<Server, 'maxConnections' | 'on'>,
  { trustedProxies, socketsPerAddress }: ConnectionSettings,
  plainPerAddress = PLAIN_PER_ADDRESS,
): void {
  server.maxConnections = CONNECTIONS_MAX;
  const proxies = proxyList(trustedProxies);
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const address = networkPrefix(remoteAddress);
    const isProxy = isIPv4(address) ? proxies.check(address) : proxies.check(remoteAddress, 'ipv6');
    if (isProxy) return;
    const count = counts.get(address) ?? 0;
    if (count >= socketsPerAddress + plainPerAddress) {
      socket.destroy();
      return;
    }
    counts.set(address, count + 1);
    socket.once('close', () => {
      const remaining = (counts.get(address) ?? 1) - 1;
      if (remaining > 0) counts.set(address, remaining);
      else counts.delete(address);
    });
  });
}
