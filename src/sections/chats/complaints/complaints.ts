import { useEffect } from 'react';
import { useBuildings, useCheckedBuildings, useToken } from '#console/data/buildings/buildings.ts';
import { setChatTally } from '#console/data/chat/tally.ts';
import { createStore } from '#console/data/listeners.ts';
import { useLevels } from '#console/data/session/access.ts';
import { useStore } from '#console/data/use-store.ts';
import { can } from '#resources/language/access.ts';
import { PAGE } from '#resources/limits.ts';
import { decodeComplaints } from '#resources/protocol/chat/complaint-answers.ts';
import type { ComplaintRequest, ComplaintType } from '#resources/protocol/chat/complaints.ts';
import { type ComplaintFrame, type ComplaintsConnection, openComplaintsConnection } from './complaints-connection.ts';
import {
  type ComplaintsState,
  NO_SUMMARIES,
  NOTHING_KNOWN,
  unreadIn,
  withArrival,
  withList,
  withPreviews,
  withRead,
} from './complaints-state.ts';

const state = createStore<ComplaintsState>(NOTHING_KNOWN);
let connection: ComplaintsConnection | null = null;
let holders = 0;
/** Checked buildings; null before they are known. */
let buildings: readonly number[] | null = null;
/** The type with its list on the screen. */
let shownType: ComplaintType | null = null;
/** Answers under way by type, and whether the last one asked for is an earlier page. */
let openQuestions: Partial<Record<ComplaintType, { count: number; earlier: boolean }>> = {};
let markedIds = new Set<number>();

function turn(next: ComplaintsState): void {
  if (next === state.get()) return;
  state.set(next);
  setChatTally({ complaints: unreadIn(next) });
}

const say = (message: ComplaintRequest) => connection?.say(message);

/** Lists of a type are asked for, from the newest or before one (COMPL-07). */
function askList(type: ComplaintType, before?: number): void {
  if (!buildings?.length || state.get().connection !== 'open') return;
  openQuestions[type] = { count: (openQuestions[type]?.count ?? 0) + 1, earlier: before !== undefined };
  say({
    type: 'get_complaints',
    complaint_type: type,
    buildings: [...buildings],
    page_size: PAGE.complaints,
    ...(before === undefined ? {} : { before }),
  });
}

/** Asks for everything that is on the screen, for the buildings checked now (COMPL-06, COMPL-16). */
function askAnew(): void {
  if (state.get().connection !== 'open' || buildings === null) return;
  // None checked: nothing to ask, and the server takes an empty list for all of them.
  if (!buildings.length) {
    turn({
      ...state.get(),
      summaries: NO_SUMMARIES,
      lists: shownType ? { [shownType]: { items: [], more: false } } : {},
    });
    return;
  }
  say({ type: 'receive_preview_complaints', buildings: [...buildings] });
  if (shownType) askList(shownType);
}

function takeList(frame: ComplaintFrame): void {
  const { type } = decodeComplaints(frame);
  const under = type ? openQuestions[type] : undefined;
  if (under) under.count -= 1;
  // A late answer about other buildings.
  if (under && under.count > 0) return;
  turn(withList(state.get(), frame, under?.earlier ?? false));
}

const HEARD: Readonly<Record<string, (frame: ComplaintFrame) => void>> = {
  preview_complaints: (frame) => turn(withPreviews(state.get(), frame)),
  get_complaints: takeList,
  new_complaint: (frame) => turn(withArrival(state.get(), frame)),
  // Known, and without effect (COMPL-13).
  receive_new_complaint: () => undefined,
};

function hear(frame: ComplaintFrame): void {
  const take = Object.hasOwn(HEARD, frame.type) ? HEARD[frame.type] : undefined;
  if (take) take(frame);
  // COMPL-14 wants it logged, and nothing else.
  else console.info(`/ws/complaints: ${frame.type}`);
}

function hold(): () => void {
  holders += 1;
  connection ??= openComplaintsConnection({
    onFrame: hear,
    onState: (next) => {
      turn({ ...state.get(), connection: next });
      openQuestions = {};
      // Marks that went out over a breaking connection may not have arrived: the lists that come now tell.
      markedIds = new Set();
      if (next === 'open') askAnew();
    },
  });
  return () => {
    holders -= 1;
    if (holders) return;
    connection?.close();
    connection = null;
    openQuestions = {};
    markedIds = new Set();
    buildings = null;
    turn(NOTHING_KNOWN);
  };
}

function lookAt(ids: readonly number[]): void {
  if (buildings?.join() === ids.join()) return;
  buildings = ids;
  markedIds = new Set();
  turn({ ...state.get(), summaries: null, lists: {} });
  askAnew();
}

/** Keeps the connection open for as long as the caller is shown; looks at the checked buildings. @param may false: no connection */
function useConnection(may: boolean): void {
  const signedIn = useToken() !== null;
  const { isPending, error } = useBuildings();
  const [checked] = useCheckedBuildings();
  const isWanted = may && signedIn;
  const isLoaded = !isPending && !error;
  useEffect(() => (isWanted ? hold() : undefined), [isWanted]);
  useEffect(() => {
    if (isWanted && isLoaded) lookAt(checked);
  }, [isWanted, isLoaded, checked]);
}

/** Complaints of the checked buildings, live. @param type of the list shown; null for the previews alone */
export function useComplaints(type: ComplaintType | null): ComplaintsState {
  // By its address the page is open without the right to chats too (PERM-18).
  useConnection(true);
  useEffect(() => {
    shownType = type;
    if (type && !state.get().lists[type]) {
      if (buildings?.length) askList(type);
      else askAnew();
    }
    return () => {
      shownType = null;
      if (!type) return;
      // Loaded anew when the person returns, with complaints read since.
      const { [type]: _, ...lists } = state.get().lists;
      turn({ ...state.get(), lists });
    };
  }, [type]);
  return useStore(state);
}

/** How many complaints, ideas and thanks of the checked buildings the person has not read; for a badge or a total. */
export function useUnreadComplaints(): number {
  useConnection(can(useLevels(), 'chats', 'see'));
  return unreadIn(useStore(state));
}

/** Marks the visible complaints of a type as read, each once (COMPL-08, COMPL-09). */
export function readComplaints(type: ComplaintType): void {
  if (state.get().connection !== 'open') return;
  const fresh = (state.get().lists[type]?.items ?? []).filter(({ id, is_read }) => !is_read && !markedIds.has(id));
  if (!fresh.length) return;
  for (const { id } of fresh) markedIds.add(id);
  say({ type: 'read_complaints', complaints_list: fresh.map(({ id }) => id) });
  turn(withRead(state.get(), type, fresh.length));
}

/** Asks for the page before the last complaint that is shown. */
export function askEarlier(type: ComplaintType): void {
  const list = state.get().lists[type];
  const last = list?.items.at(-1);
  if (list?.more && last && !openQuestions[type]?.count) askList(type, last.id);
}

/** Tries the connection at once instead of waiting. */
export function retryComplaints(): void {
  connection?.retry();
}
