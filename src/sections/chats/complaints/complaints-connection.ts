import { readMessage } from '#console/data/live/live-socket.ts';
import { type ConnectionState, SocketConnection } from '#console/data/live/socket-connection.ts';

export const COMPLAINTS_SOCKET = '/ws/complaints';

/** A server message of which only `type` is checked yet. */
export interface ComplaintFrame {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Connection to `/ws/complaints`. */
export type ComplaintsConnection = SocketConnection;

/**
 * Keeps `/ws/complaints` open (COMPL-04). The server sends no greeting, so the connection is open as soon as the socket is.
 * @param onState on `open` everything must be requested again, since events were missed before
 */
export function openComplaintsConnection({
  onFrame,
  onState,
}: {
  onFrame: (frame: ComplaintFrame) => void;
  onState: (state: ConnectionState) => void;
}): ComplaintsConnection {
  const connection = new SocketConnection({
    path: COMPLAINTS_SOCKET,
    onOpen: () => connection.confirmOpen(),
    onMessage: (data) => {
      const frame = readMessage(data);
      if (frame) onFrame(frame as ComplaintFrame);
    },
    onState,
  });
  return connection;
}
