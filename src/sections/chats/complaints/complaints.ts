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
  countUnreadComplaints,
  NO_COMPLAINTS,
  NO_SUMMARIES,
  withArrival,
  withList,
  withPreviews,
  withRead,
} from './complaints-state.ts';

const state = createStore<ComplaintsState>(NO_COMPLAINTS);
let connection: ComplaintsConnection | null = null;
let holderCount = 0;
/** Checked buildings; null until they are loaded. */
let buildings: readonly number[] | null = null;
/** The type whose list is shown. */
let shownType: ComplaintType | null = null;
/** Pending list requests by type, and whether the latest one asks for older complaints. */
let pendingRequests: Partial<Record<ComplaintType, { count: number; earlier: boolean }>> = {};
let markedIds = new Set<number>();

function updateState(next: ComplaintsState): void {
  if (next === state.get()) return;
  state.set(next);
  setChatTally({ complaints: countUnreadComplaints(next) });
}

const send = (message: ComplaintRequest) => connection?.send(message);

/** Requests a page of a type: the newest complaints, or those before an id (COMPL-07). */
function requestList(type: ComplaintType, before?: number): void {
  if (!buildings?.length || state.get().connection !== 'open') return;
  pendingRequests[type] = { count: (pendingRequests[type]?.count ?? 0) + 1, earlier: before !== undefined };
  send({
    type: 'get_complaints',
    complaint_type: type,
    buildings: [...buildings],
    page_size: PAGE.complaints,
    ...(before === undefined ? {} : { before }),
  });
}

/** Requests the previews and the shown list for the checked buildings (COMPL-06, COMPL-16). */
function requestAll(): void {
  if (state.get().connection !== 'open' || buildings === null) return;
  // With no building checked nothing is requested, because the server takes an empty list as all buildings.
  if (!buildings.length) {
    updateState({
      ...state.get(),
      summaries: NO_SUMMARIES,
      lists: shownType ? { [shownType]: { items: [], more: false } } : {},
    });
    return;
  }
  send({ type: 'receive_preview_complaints', buildings: [...buildings] });
  if (shownType) requestList(shownType);
}

function receiveList(frame: ComplaintFrame): void {
  const { type } = decodeComplaints(frame);
  const pending = type ? pendingRequests[type] : undefined;
  if (pending) pending.count -= 1;
  // Only the latest answer counts: an earlier one may be about other buildings.
  if (pending && pending.count > 0) return;
  updateState(withList(state.get(), frame, pending?.earlier ?? false));
}

const FRAME_HANDLERS: Readonly<Record<string, (frame: ComplaintFrame) => void>> = {
  preview_complaints: (frame) => updateState(withPreviews(state.get(), frame)),
  get_complaints: receiveList,
  new_complaint: (frame) => updateState(withArrival(state.get(), frame)),
  // Ignored by design (COMPL-13).
  receive_new_complaint: () => undefined,
};

function handleFrame(frame: ComplaintFrame): void {
  const handler = Object.hasOwn(FRAME_HANDLERS, frame.type) ? FRAME_HANDLERS[frame.type] : undefined;
  if (handler) handler(frame);
  // Unknown messages are only logged (COMPL-14).
  else console.info(`/ws/complaints: ${frame.type}`);
}

function acquireConnection(): () => void {
  holderCount += 1;
  connection ??= openComplaintsConnection({
    onFrame: handleFrame,
    onState: (next) => {
      updateState({ ...state.get(), connection: next });
      pendingRequests = {};
      // Read marks sent over a broken connection may be lost, so the refetched lists decide what to mark.
      markedIds = new Set();
      if (next === 'open') requestAll();
    },
  });
  return () => {
    holderCount -= 1;
    if (holderCount) return;
    connection?.close();
    connection = null;
    pendingRequests = {};
    markedIds = new Set();
    buildings = null;
    updateState(NO_COMPLAINTS);
  };
}

function setBuildings(ids: readonly number[]): void {
  if (buildings?.join() === ids.join()) return;
  buildings = ids;
  markedIds = new Set();
  updateState({ ...state.get(), summaries: null, lists: {} });
  requestAll();
}

/** Keeps the connection for the checked buildings open while the caller is mounted. @param isAllowed false opens no connection */
function useConnection(isAllowed: boolean): void {
  const signedIn = useToken() !== null;
  const { isPending, error } = useBuildings();
  const [checked] = useCheckedBuildings();
  const isWanted = isAllowed && signedIn;
  const isLoaded = !isPending && !error;
  useEffect(() => (isWanted ? acquireConnection() : undefined), [isWanted]);
  useEffect(() => {
    if (isWanted && isLoaded) setBuildings(checked);
  }, [isWanted, isLoaded, checked]);
}

/** Live complaints of the checked buildings. @param type type whose list is loaded; null for previews only */
export function useComplaints(type: ComplaintType | null): ComplaintsState {
  // The page can be opened by URL without the right to chats (PERM-18).
  useConnection(true);
  useEffect(() => {
    shownType = type;
    if (type && !state.get().lists[type]) {
      if (buildings?.length) requestList(type);
      else requestAll();
    }
    return () => {
      shownType = null;
      if (!type) return;
      // Dropped, so that it is reloaded with current read marks when the person returns.
      const { [type]: _, ...lists } = state.get().lists;
      updateState({ ...state.get(), lists });
    };
  }, [type]);
  return useStore(state);
}

/** Number of unread complaints, ideas and thanks in the checked buildings. */
export function useUnreadComplaints(): number {
  useConnection(can(useLevels(), 'chats', 'see'));
  return countUnreadComplaints(useStore(state));
}

/** Marks all loaded complaints of a type as read, each once (COMPL-08, COMPL-09). */
export function markComplaintsRead(type: ComplaintType): void {
  if (state.get().connection !== 'open') return;
  const unread = (state.get().lists[type]?.items ?? []).filter(({ id, is_read }) => !is_read && !markedIds.has(id));
  if (!unread.length) return;
  for (const { id } of unread) markedIds.add(id);
  send({ type: 'read_complaints', complaints_list: unread.map(({ id }) => id) });
  updateState(withRead(state.get(), type, unread.length));
}

/** Requests the next page of older complaints, unless a request of the type is pending. */
export function requestOlderComplaints(type: ComplaintType): void {
  const list = state.get().lists[type];
  const last = list?.items.at(-1);
  if (list?.more && last && !pendingRequests[type]?.count) requestList(type, last.id);
}

/** Reconnects at once instead of waiting for the next retry. */
export function retryComplaints(): void {
  connection?.retry();
}
