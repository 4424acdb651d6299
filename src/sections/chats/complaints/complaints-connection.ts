import { readMessage } from '#console/data/live/live-socket.ts';
import { type ConnectionState, SocketConnection } from '#console/data/live/socket-connection.ts';

export const COMPLAINTS_SOCKET = '/ws/complaints';

/** A message of the server, as far as its `type` tells. */
export interface ComplaintFrame {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** An open connection for complaints. */
export type ComplaintsConnection = SocketConnection;

/**
 * Keeps `/ws/complaints` open (COMPL-04). It has no greeting: it is open when the socket stands.
 * @param onState at `open` everything is to be asked anew, since events from before are missing
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
    onOpen: () => connection.greeted(),
    onMessage: (data) => {
      const frame = readMessage(data);
      if (frame) onFrame(frame as ComplaintFrame);
    },
    onState,
  });
  return connection;
}
