import { readAnswer } from '#console/data/http/unread.ts';
import type { ConnectionState } from '#console/data/live/socket-connection.ts';
import { currentFeatures } from '#console/data/session/features.ts';
import { hasAddition } from '#resources/language/features.ts';
import { PAGE } from '#resources/limits.ts';
import {
  type Complaint,
  decodeComplaints,
  decodeNewComplaint,
  decodePreviews,
} from '#resources/protocol/chat/complaint-answers.ts';
import type { ComplaintType } from '#resources/protocol/chat/complaints.ts';
import { COMPLAINTS_SOCKET, type ComplaintFrame } from './complaints-connection.ts';

/** Complaint types in the order of the tab. */
export const SHOWN_TYPES = ['complaint', 'suggestion', 'appreciation'] as const satisfies readonly ComplaintType[];

export type { Complaint };

/** Newest complaint of a type and the number of unread ones (COMPL-10). */
interface ComplaintSummary {
  last: Complaint | null;
  unread: number;
}

/** The complaints of a type, newest first. */
export interface ComplaintList {
  items: readonly Complaint[];
  /** Whether there may be older complaints. */
  more: boolean;
}

/** Loaded complaints of the checked buildings. */
export interface ComplaintsState {
  connection: ConnectionState;
  /** Null before the first answer. */
  summaries: Readonly<Record<ComplaintType, ComplaintSummary>> | null;
  lists: Readonly<Partial<Record<ComplaintType, ComplaintList>>>;
}

export const NO_COMPLAINTS: ComplaintsState = { connection: 'connecting', summaries: null, lists: {} };
const NO_SUMMARY: ComplaintSummary = { last: null, unread: 0 };
export const NO_SUMMARIES = { complaint: NO_SUMMARY, suggestion: NO_SUMMARY, appreciation: NO_SUMMARY } as const;

/** Replaces the previews (COMPL-10); a type missing from the message gets an empty one. */
export function withPreviews(state: ComplaintsState, frame: ComplaintFrame): ComplaintsState {
  const summaries: Record<ComplaintType, ComplaintSummary> = { ...NO_SUMMARIES };
  for (const { type, last, unread } of decodePreviews(frame)) summaries[type] = { last, unread };
  return { ...state, summaries };
}

/** Stores a page of complaints (COMPL-11). @param earlier the page is appended to the loaded list instead of replacing it */
export function withList(state: ComplaintsState, frame: ComplaintFrame, earlier: boolean): ComplaintsState {
  const { type, items: results, count } = readAnswer(COMPLAINTS_SOCKET, () => decodeComplaints(frame));
  if (!type) return state;
  const before = earlier ? (state.lists[type]?.items ?? []) : [];
  const knownIds = new Set(before.map(({ id }) => id));
  const items = [...before, ...results.filter(({ id }) => !knownIds.has(id))];
  return {
    ...state,
    lists: {
      ...state.lists,
      [type]: { items, more: hasAddition(currentFeatures(), 'complaints') && count >= PAGE.complaints },
    },
  };
}

/** Adds a new complaint to the loaded list and to the preview of its type, counted as unread (COMPL-12). */
export function withArrival(state: ComplaintsState, frame: ComplaintFrame): ComplaintsState {
  const complaint = decodeNewComplaint(frame);
  if (!complaint) return state;
  const { type, id } = complaint;
  const list = state.lists[type];
  const summary = state.summaries?.[type];
  // A preview in flight may have counted it already.
  const isCounted = summary?.last?.id === id || list?.items.some((item) => item.id === id);
  if (isCounted) return state;
  const lists = list ? { ...state.lists, [type]: { ...list, items: [complaint, ...list.items] } } : state.lists;
  const newSummary = { last: complaint, unread: (summary?.unread ?? 0) + 1 };
  const summaries = state.summaries ? { ...state.summaries, [type]: newSummary } : null;
  return { ...state, lists, summaries };
}

/** Lowers the unread number after reading (COMPL-09); the unread marks in the list stay until it is closed. */
export function withRead(state: ComplaintsState, type: ComplaintType, count: number): ComplaintsState {
  const summary = state.summaries?.[type];
  if (!state.summaries || !summary) return state;
  const unread = Math.max(0, summary.unread - count);
  return { ...state, summaries: { ...state.summaries, [type]: { ...summary, unread } } };
}

/** Number of unread complaints of all types. */
export function countUnreadComplaints({ summaries }: ComplaintsState): number {
  return summaries ? SHOWN_TYPES.reduce((sum, type) => sum + summaries[type].unread, 0) : 0;
}
