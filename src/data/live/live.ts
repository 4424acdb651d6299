import { CLOSE } from '#resources/protocol/live.ts';
import { type Frame, setSender, tellConnectionOpen, tellFrame } from './live-frames.ts';
import { readMessage } from './live-socket.ts';
import { type Notice, readNotice } from './notice.ts';
import { type ConnectionState, SocketConnection } from './socket-connection.ts';

const NOTIFICATIONS_SOCKET = '/ws/notifications';

/** How the connection for notifications stands. */
export type LiveState = ConnectionState;

/** How soon the connection comes back when the server asked for that, ms: rights that change once more must not wait to be told. */
const BACK_SOON = 200;

/** The app's side of the connection. */
export interface LiveListener {
  onNotice: (notice: Notice) => void;
  onState: (state: LiveState) => void;
  /**
   * The person's rights are others now: look them up anew.
   * @param sure false where they were only perhaps changed, between the look at them and the connection that tells of it
   */
  onAccessChanged: (sure: boolean) => void;
}

/** An open connection to the server. */
export type LiveLine = Pick<SocketConnection, 'retry' | 'close'>;

/**
 * Keeps `/ws/notifications` open (`SocketConnection`): it is when the server has greeted, and after a break what was missed comes by
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
      // Said by a message and by the code of the close; something in between may lose the latter.
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
