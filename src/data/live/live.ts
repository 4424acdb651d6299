import { CLOSE } from '#resources/protocol/live.ts';
import { type LiveFrame, notifyConnectionOpen, notifyLiveFrame, setSender } from './live-frames.ts';
import { readMessage } from './live-socket.ts';
import { type Notice, readNotice } from './notice.ts';
import { type ConnectionState, SocketConnection } from './socket-connection.ts';

const NOTIFICATIONS_SOCKET = '/ws/notifications';

/** State of the connection for notifications. */
export type LiveState = ConnectionState;

/**
 * Delay before reconnecting after the server has closed the connection because of changed rights, ms; short, so that the next
 * change is not missed.
 */
const RECONNECT_DELAY_MS = 200;

/** Callbacks of the app. */
export interface LiveListener {
  onNotice: (notice: Notice) => void;
  onState: (state: LiveState) => void;
  /**
   * The rights of the person have changed: fetch them again.
   * @param sure false if they may have changed between the first fetch and the opening of the connection
   */
  onAccessChanged: (sure: boolean) => void;
}

/** An open connection to the server. */
export type LiveConnection = Pick<SocketConnection, 'retry' | 'close'>;

/**
 * Keeps `/ws/notifications` open (`SocketConnection`): it counts as open once the server has sent `welcome`; after a reconnect
 * missed notifications are requested by the id of the last one.
 */
export function openLive({ onNotice, onState, onAccessChanged }: LiveListener): LiveConnection {
  let lastId: number | null = null;
  let hasNewRights = false;

  function receive(data: unknown): void {
    const message = readMessage(data);
    if (message?.type === 'welcome') {
      connection.confirmOpen();
      // After a reconnect request missed notifications; the first time there are none.
      const isReconnect = lastId !== null;
      if (lastId === null) lastId = Number(message.last) || 0;
      else connection.send({ type: 'since', id: lastId });
      onAccessChanged(isReconnect);
      notifyConnectionOpen();
    }
    if (message?.type === 'access-changed') hasNewRights = true;
    if (message?.type === 'notification') {
      const notice = readNotice(message.notification);
      if (!notice) return;
      lastId = Math.max(lastId ?? 0, Number(notice.id) || 0);
      onNotice(notice);
    }
    if (message) notifyLiveFrame(message as LiveFrame);
  }

  const connection = new SocketConnection({
    path: NOTIFICATIONS_SOCKET,
    onMessage: receive,
    onState,
    onEnd: (code) => {
      // Announced by a message and by the close code; a proxy may lose the code.
      if (hasNewRights || code === CLOSE.accessChanged) {
        onAccessChanged(true);
        setTimeout(() => connection.retry(), RECONNECT_DELAY_MS);
      }
      hasNewRights = false;
    },
  });
  setSender(connection.send);
  return {
    retry: connection.retry,
    close: () => {
      setSender(null);
      connection.close();
    },
  };
}
