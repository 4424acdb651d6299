import { CHAT_STATUSES } from '../enums.ts';
import {
  decodeBuildingRef,
  decodeId,
  decodeList,
  decodeMoment,
  decodeNumber,
  decodeNumbered,
  decodeObject,
  decodeOneOf,
  decodeParts,
  decodeText,
  isWireObject,
  textOrNull,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { AnswerItem } from './answers.ts';
import type { ChatContact, ChatProfileAnswer, FoundMessagesAnswer, LastMessage } from './chat.ts';

/** `GET /api/authorized/profile/?chat_id=` (CHAT-21); null without a status, since a missing status must not count as deleted. */
export function decodeChatProfile(body: unknown): ChatProfileAnswer | null {
  const wire = decodeObject(unwrapBody(body));
  const statusText = decodeText(wire.status).replaceAll('-', '_');
  const status = CHAT_STATUSES.find((known) => known === statusText);
  if (!status) return null;
  return {
    status,
    position: decodeText(wire.position),
    first_name: decodeText(wire.first_name),
    last_name: decodeText(wire.last_name),
  };
}

function decodeContact(wire: WireObject): ChatContact | null {
  const chat_id = decodeText(wire.chat_id);
  if (!chat_id) return null;
  const company = decodeId(wire.company);
  return {
    user: decodeId(wire.user) ?? 0,
    chat_id,
    kind: decodeOneOf(['resident', 'company'], wire.kind),
    first_name: decodeText(wire.first_name),
    last_name: decodeText(wire.last_name),
    avatar: textOrNull(wire.avatar),
    position: decodeText(wire.position),
    status: decodeOneOf(CHAT_STATUSES, wire.status),
    company: company === null ? null : { id: company, label: decodeText(decodeObject(wire.company).label) },
    units: decodeParts(wire.units, (unit) => {
      const id = decodeId(unit);
      const building = isWireObject(unit.building) ? decodeBuildingRef(unit.building) : null;
      const porch = decodeNumbered(unit.porch);
      return id === null || !building || !porch ? null : { id, label: decodeText(unit.label), building, porch };
    }),
  };
}

/** `GET /api/crm/chat-contacts/` (ours): people the reader can write to. */
export const decodeChatContacts = (body: unknown): ChatContact[] => decodeList(body, decodeContact);

/** `GET /api/crm/chat-messages/` (ours): found messages, newest first. */
export function decodeFoundMessages(body: unknown): FoundMessagesAnswer {
  const results = decodeList(body, (wire) => {
    const seq = decodeNumber(wire.seq);
    return seq === null
      ? null
      : { seq, from: decodeText(wire.from), ts: decodeMoment(wire.ts), text: decodeText(wire.text) };
  });
  return { results, more: decodeObject(unwrapBody(body)).more === true };
}

/** `GET /api/crm/chat-messages/last/` (ours). */
export function decodeLastMessages(body: unknown): { until: number; results: LastMessage[] } {
  const results = decodeList(body, (wire) => {
    const chat = decodeText(wire.chat);
    const kind = decodeOneOf(['text', 'picture', 'file'], wire.kind);
    return chat
      ? { chat, mine: wire.mine === true, from: decodeText(wire.from), text: decodeText(wire.text), kind }
      : null;
  });
  return { until: decodeNumber(decodeObject(unwrapBody(body)).until) ?? 0, results };
}

/** `GET /api/crm/answers/` (ours). */
export const decodeCannedAnswers = (body: unknown): AnswerItem[] =>
  decodeList(body, (wire) => {
    const [id, version] = [decodeId(wire), decodeText(wire.version)];
    const texts = {
      title: decodeText(wire.title),
      text: decodeText(wire.text),
      updated_at: decodeMoment(wire.updated_at),
    };
    return id === null ? null : { id, ...texts, ...(version ? { version } : {}) };
  });

/** `GET /api/crm/tasks/by-message/` (ours): requests created from messages of a chat. */
export const decodeRequestsByMessage = (body: unknown): { seq: number; task: number }[] =>
  decodeList(body, (wire) => {
    const [seq, task] = [decodeNumber(wire.seq), decodeId(wire.task)];
    return seq === null || task === null ? null : { seq, task };
  });

/** `POST /api/authorized/chat-pass/`: credentials of the chat; null if they are incomplete. */
export function decodeChatPass(body: unknown): { login: string; password: string } | null {
  const { login, password } = decodeObject(unwrapBody(body));
  return decodeText(login) && decodeText(password)
    ? { login: decodeText(login), password: decodeText(password) }
    : null;
}
