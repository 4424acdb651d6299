import { addMinutes } from './calendar.ts';
import type { DemoCompany } from './company.ts';
import type { DemoPerson } from './people.ts';
import type { NewRow, RowBatch } from './rows.ts';
import { createRandom, itemAt, sha256Hex } from './seeded.ts';
import type { Line, Participant } from './texts/dialog.ts';
import { DIALOGS, DUTY_GROUP } from './texts/dialogs.ts';

interface Message {
  by: DemoPerson;
  at: Date;
  head: Record<string, unknown>;
  content: unknown;
  file: number | null;
}

interface ChatRowsBatch {
  chat_topics: NewRow<'chat_topics'>[];
  chat_subscriptions: NewRow<'chat_subscriptions'>[];
  chat_messages: NewRow<'chat_messages'>[];
  chat_files: NewRow<'chat_files'>[];
}

/** Rows of topics, their members with read marks, messages and their files. */
export function createConversations(company: DemoCompany): RowBatch {
  const rows: ChatRowsBatch = { chat_topics: [], chat_subscriptions: [], chat_messages: [], chat_files: [] };
  const random = createRandom('chat');
  for (const dialog of DIALOGS) {
    const [first, second] = dialog.between.map((participant) => findParticipant(company, participant));
    if (!first || !second || first === second) continue;
    const pair = [first, second] as const;
    const messages = dialog.sittings.flatMap(({ when, lines }) => {
      let date = typeof when === 'number' ? company.calendar.today(when) : company.calendar.ago(...when);
      return lines.map((line): Message => {
        const message = messageFrom(company, line, pair, date);
        date = earlier(addMinutes(date, 1 + random.int(6)), company.calendar.now);
        return message;
      });
    });
    addTopic(rows, { members: pair, messages, unread: dialog.unread ?? 0 });
  }
  addGroup(company, rows);
  return { ...rows };
}

function addGroup({ people, calendar }: DemoCompany, rows: ChatRowsBatch): void {
  const member = (id: number) => people.staff.find((person) => person.id === id);
  const members = DUTY_GROUP.members.flatMap((id) => member(id) ?? []);
  const messages = DUTY_GROUP.lines.flatMap(([id, text], index): Message[] => {
    const by = member(id);
    return by ? [{ by, at: calendar.today(200 - index * 24), head: {}, content: text, file: null }] : [];
  });
  addTopic(rows, { members, messages, unread: 1, group: DUTY_GROUP.name });
}

function findParticipant({ people }: DemoCompany, participant: Participant): DemoPerson | undefined {
  if ('staff' in participant) return people.staff.find(({ id }) => id === participant.staff);
  if ('resident' in participant)
    return itemAt(
      people.residents.filter(({ status }) => status === 'active'),
      participant.resident,
    );
  return [...people.residents, ...people.staff].find(({ status }) => status === participant.state);
}

function messageFrom(
  company: DemoCompany,
  [by, content]: Line,
  pair: readonly [DemoPerson, DemoPerson],
  date: Date,
): Message {
  const author = pair[by];
  const base = { by: author, at: date, head: {}, file: null };
  if (typeof content === 'string') return { ...base, content };
  const { demoFiles } = company;
  const head = { mime: 'text/x-drafty' };
  const fileOrder = { kind: 'chat', owner: author.id, at: date } as const;
  if ('paper' in content) {
    const file = demoFiles.order({ ...fileOrder, content: `paper:${content.paper}`, name: content.name });
    const ref = `/v0/file/s/${demoFiles.fileCode(file)}`;
    return { ...base, head, file, content: paperContent(content.name, ref) };
  }
  const file = demoFiles.order({ ...fileOrder, content: `scene:${content.picture}`, name: 'Фото' });
  return { ...base, head, file, content: pictureContent(`/v0/file/s/${demoFiles.fileCode(file)}`, content.text) };
}

/** Drafty content of an uploaded picture with an optional caption (chat-protocol.md A8). */
function pictureContent(ref: string, text?: string): Record<string, unknown> {
  const image = { tp: 'IM', data: { mime: 'image/jpeg', ref, width: 1280, height: 960, name: 'Фото.jpg' } };
  if (!text) return { txt: ' ', fmt: [{ len: 1 }], ent: [image] };
  return { txt: `  ${text}`, fmt: [{ len: 1 }, { at: 1, len: 1, tp: 'BR' }], ent: [image] };
}

/** Drafty content of an uploaded file. */
function paperContent(name: string, ref: string): Record<string, unknown> {
  return { txt: '', fmt: [{ at: -1 }], ent: [{ tp: 'EX', data: { mime: 'application/octet-stream', name, ref } }] };
}

interface Topic {
  members: readonly DemoPerson[];
  messages: readonly Message[];
  /** Number of messages that the first member has not read; the others have read everything. */
  unread: number;
  /** Name of a group. */
  group?: string;
}

function addTopic(rows: ChatRowsBatch, { members, messages, unread, group }: Topic): void {
  const id = rows.chat_topics.length + 1;
  const ids = members.map((person) => person.id).sort((a, b) => a - b);
  const startedAt = messages[0]?.at ?? new Date(0);
  const touchedAt = messages.at(-1)?.at ?? startedAt;
  const hash = Buffer.from(sha256Hex(`group ${id}`), 'hex')
    .subarray(0, 8)
    .toString('base64url');
  rows.chat_topics.push({
    id,
    name: group ? `grp${hash}` : `p2p${ids.join('_')}`,
    kind: group ? 'grp' : 'p2p',
    owner_id: group ? (members[0]?.id ?? null) : null,
    seq: messages.length,
    public: group ? { fn: group } : null,
    created_at: startedAt,
    updated_at: startedAt,
    touched_at: touchedAt,
  });
  for (const [index, person] of members.entries()) {
    const read = index === 0 ? messages.length - unread : messages.length;
    const owner = group && index === 0;
    rows.chat_subscriptions.push({
      topic_id: id,
      user_id: person.id,
      want: owner ? 'JRWPASDO' : group ? 'JRWPS' : 'JRWPAD',
      given: owner ? 'JRWPASDO' : group ? 'JRWPS' : 'JRWPASD',
      read_seq: read,
      recv_seq: messages.length,
      created_at: startedAt,
      updated_at: startedAt,
    });
  }
  for (const [index, { by, at: date, head, content, file }] of messages.entries()) {
    rows.chat_messages.push({ topic_id: id, seq: index + 1, sender_id: by.id, head, content, at: date });
    if (file !== null) rows.chat_files.push({ topic_id: id, seq: index + 1, file_id: file });
  }
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
