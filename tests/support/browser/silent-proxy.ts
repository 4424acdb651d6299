import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between browsers and the product as a network whose packets may vanish: nothing is closed, nothing is answered. */
export interface SilentProxy {
  address: string;
  /** From now on nothing passes; what is opened meanwhile is taken and never answered. */
  fallSilent(): void;
  /** New connections pass again. Those that fell silent stay so, as after a tunnel that was built anew. */
  pass(): void;
  /** The same, and those that fell silent are closed, as by a computer that has another network. */
  rebuild(): void;
  stop(): Promise<void>;
}

/** @param target the address of the product */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    open.add(near);
    near.on('close', () => open.delete(near)).on('error', () => near.destroy());
    if (isSilent) return;
    const far = connect(Number(port), hostname);
    open.add(far);
    far.on('close', () => open.delete(far)).on('error', () => far.destroy());
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent: () => {
      isSilent = true;
      for (const socket of open) socket.unpipe().removeAllListeners('data').pause();
    },
    pass: () => {
      isSilent = false;
    },
    rebuild: () => {
      isSilent = false;
      for (const socket of open) socket.destroy();
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
