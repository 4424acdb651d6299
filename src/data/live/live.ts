import { CLOSE } from '#resources/protocol/live.ts';
import { type Frame, setSender, tellConnectionOpen, tellFrame } from './live-frames.ts';
import { readMessage } from './live-socket.ts';
import { type Notice, readNotice } from './notice.ts';
import { type ConnectionState, SocketConnection } from './socket-connection.ts';

const NOTIFICATIONS_SOCKET = '/ws/notifications';

/** State of the connection for notifications. */
export type LiveState = ConnectionState;

/** Pause before reconnecting at the server's request, ms: a further change of rights must not be missed for long. */
const BACK_SOON = 200;

/** Callbacks of the app. */
export interface LiveListener {
  onNotice: (notice: Notice) => void;
  onState: (state: LiveState) => void;
  /**
   * The person's rights have changed: fetch them anew.
   * @param sure false where they may have changed between being fetched and the opening of the connection
   */
  onAccessChanged: (sure: boolean) => void;
}

/** An open connection to the server. */
export type LiveLine = Pick<SocketConnection, 'retry' | 'close'>;

/**
 * Keeps `/ws/notifications` open (`SocketConnection`): it is open once the server has greeted, and after a break missed notifications come by
 * the id of the last notification.
 */
export function openLive({ onNotice, onState, onAccessChanged }: LiveListener): LiveLine {
  let last: number | null = null;
  let newRights = false;

  function receive(data: unknown): void {
    const message = readMessage(data);
    if (message?.type === 'welcome') {
      connection.greeted();
      // Catches up with events missed while the connection was gone; the first time there are none.
      const back = last !== null;
      if (last === null) last = Number(message.last) || 0;
      else connection.say({ type: 'since', id: last });
      onAccessChanged(back);
      tellConnectionOpen();
    }
    if (message?.type === 'access-changed') newRights = true;
    if (message?.type === 'notification') {
      const notice = readNotice(message.notification);
      if (!notice) return;
      last = Math.max(last ?? 0, Number(notice.id) || 0);
      onNotice(notice);
    }
    if (message) tellFrame(message as Frame);
  }

  const connection = new SocketConnection({
    path: NOTIFICATIONS_SOCKET,
    onMessage: receive,
    onState,
    onEnd: (code) => {
      // Told by a message and by the code of the close; a proxy in between may lose the latter.
      if (newRights || code === CLOSE.accessChanged) {
        onAccessChanged(true);
        setTimeout(() => connection.retry(), BACK_SOON);
      }
      newRights = false;
    },
  });
  setSender(connection.say);
  return {
    retry: connection.retry,
    close: () => {
      setSender(null);
      connection.close();
    },
  };
}
