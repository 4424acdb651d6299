import type { GroupMember, GroupRights } from './groups.ts';
import type { ShownMessage } from './message.ts';

/** A chat as the page shows it; a new object after every change. */
export interface ConversationState {
  messages: readonly ShownMessage[];
  /** The first page has come. */
  ready: boolean;
  loading: boolean;
  /** Nothing older is left. */
  atStart: boolean;
  /** Nothing newer is left; false after a jump to an old message. */
  atEnd: boolean;
  /** The server tells us of this chat now. */
  attached: boolean;
  /** Number of the first message that was unread when the chat was opened; null when all was read. */
  firstUnread: number | null;
  /** Highest number in the chat. */
  last: number;
  /** The server lets us write. */
  writable: boolean;
  /** It could not be opened: the other side was deleted or is out of reach. */
  refused: boolean;
  /** Names of the members of a group, by id. */
  members: Readonly<Record<string, string>>;
  /** The members of a group and the person's rights there; null for a chat of two. */
  group: { members: readonly GroupMember[]; rights: GroupRights } | null;
}

/** Of a chat that was not opened yet. */
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
