import type { GroupMember, GroupRights } from './groups.ts';
import type { ShownMessage } from './message.ts';

/** State of a chat for display; a new object after every change. */
export interface ConversationState {
  messages: readonly ShownMessage[];
  /** The first page has loaded. */
  ready: boolean;
  loading: boolean;
  /** The oldest message is loaded. */
  atStart: boolean;
  /** The newest message is loaded; false after a jump to an old message. */
  atEnd: boolean;
  /** The page is subscribed to the chat. */
  attached: boolean;
  /** Number of the first message that was unread when the chat was opened; null when all were read. */
  firstUnread: number | null;
  /** Number of the newest message. */
  last: number;
  /** The person may write in this chat. */
  writable: boolean;
  /** The chat cannot be opened: the other person was deleted or there is no access. */
  refused: boolean;
  /** Names of the members of a group, by id. */
  members: Readonly<Record<string, string>>;
  /** The members of a group and the person's rights there; null for a chat of two. */
  group: { members: readonly GroupMember[]; rights: GroupRights } | null;
}

/** State of a chat that has not been opened yet. */
export const EMPTY_CONVERSATION: ConversationState = {
  messages: [],
  ready: false,
  loading: true,
  atStart: false,
  atEnd: true,
  attached: false,
  firstUnread: null,
  last: 0,
  writable: true,
  refused: false,
  members: {},
  group: null,
};
