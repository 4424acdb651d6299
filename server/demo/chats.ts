import { later } from './calendar.ts';
import type { Company } from './company.ts';
import type { DemoPerson } from './people.ts';
import type { Batch, NewRow } from './rows.ts';
import { at, digest, seeded } from './seeded.ts';
import type { Line, Participant } from './texts/dialog.ts';
import { DIALOGS, DUTY_GROUP } from './texts/dialogs.ts';

interface Message {
  by: DemoPerson;
  at: Date;
  head: Record<string, unknown>;
  content: unknown;
  file: number | null;
}

interface Rows {
  chat_topics: NewRow<'chat_topics'>[];
  chat_subscriptions: NewRow<'chat_subscriptions'>[];
  chat_messages: NewRow<'chat_messages'>[];
  chat_files: NewRow<'chat_files'>[];
}

/** Topics, their members with what they have read, messages and their files. */
export function conversationBatch(company: Company): Batch {
  const rows: Rows = { chat_topics: [], chat_subscriptions: [], chat_messages: [], chat_files: [] };
  const random = seeded('chat');
  for (const dialog of DIALOGS) {
    const [first, second] = dialog.between.map((who) => find(company, who));
    if (!first || !second || first === second) continue;
    const pair = [first, second] as const;
    const messages = dialog.sittings.flatMap(({ when, lines }) => {
      let moment = typeof when === 'number' ? company.calendar.today(when) : company.calendar.ago(...when);
      return lines.map((line): Message => {
        const message = messageFrom(company, line, pair, moment);
        moment = sooner(later(moment, 1 + random.int(6)), company.calendar.now);
        return message;
      });
    });
    addTopic(rows, { members: pair, messages, unread: dialog.unread ?? 0 });
  }
  addGroup(company, rows);
  return { ...rows };
}

function addGroup({ people, calendar }: Company, rows: Rows): void {
  const member = (id: number) => people.staff.find((person) => person.id === id);
  const members = DUTY_GROUP.members.flatMap((id) => member(id) ?? []);
  const messages = DUTY_GROUP.lines.flatMap(([id, text], index): Message[] => {
    const by = member(id);
    return by ? [{ by, at: calendar.today(200 - index * 24), head: {}, content: text, file: null }] : [];
  });
  addTopic(rows, { members, messages, unread: 1, group: DUTY_GROUP.name });
}

function find({ people }: Company, participant: Participant): DemoPerson | undefined {
  if ('staff' in participant) return people.staff.find(({ id }) => id === participant.staff);
  if ('resident' in participant)
    return at(
      people.residents.filter(({ status }) => status === 'active'),
      participant.resident,
    );
  return [...people.residents, ...people.staff].find(({ status }) => status === participant.state);
}

function messageFrom(
  company: Company,
  [by, content]: Line,
  pair: readonly [DemoPerson, DemoPerson],
  moment: Date,
): Message {
  const author = pair[by];
  const plain = { by: author, at: moment, head: {}, file: null };
  if (typeof content === 'string') return { ...plain, content };
  const { demoFiles } = company;
  const head = { mime: 'text/x-drafty' };
  const order = { kind: 'chat', owner: author.id, at: moment } as const;
  if ('paper' in content) {
    const file = demoFiles.order({ ...order, content: `paper:${content.paper}`, name: content.name });
    const ref = `/v0/file/s/${demoFiles.fileCode(file)}`;
    return { ...plain, head, file, content: paperContent(content.name, ref) };
  }
  const file = demoFiles.order({ ...order, content: `scene:${content.picture}`, name: 'Фото' });
  return { ...plain, head, file, content: pictureContent(`/v0/file/s/${demoFiles.fileCode(file)}`, content.text) };
}

/** Drafty of an uploaded picture, with a caption below it (chat-protocol.md A8). */
function pictureContent(ref: string, text?: string): Record<string, unknown> {
  const image = { tp: 'IM', data: { mime: 'image/jpeg', ref, width: 1280, height: 960, name: 'Фото.jpg' } };
  if (!text) return { txt: ' ', fmt: [{ len: 1 }], ent: [image] };
  return { txt: `  ${text}`, fmt: [{ len: 1 }, { at: 1, len: 1, tp: 'BR' }], ent: [image] };
}

/** Drafty of an uploaded file. */
function paperContent(name: string, ref: string): Record<string, unknown> {
  return { txt: '', fmt: [{ at: -1 }], ent: [{ tp: 'EX', data: { mime: 'application/octet-stream', name, ref } }] };
}

interface Topic {
  members: readonly DemoPerson[];
  messages: readonly Message[];
  /** Messages the first member has not read; the others have read everything. */
  unread: number;
  /** Name of a group. */
  group?: string;
}

function addTopic(rows: Rows, { members, messages, unread, group }: Topic): void {
  const id = rows.chat_topics.length + 1;
  const ids = members.map((person) => person.id).sort((a, b) => a - b);
  const begun = messages[0]?.at ?? new Date(0);
  const touched = messages.at(-1)?.at ?? begun;
  const hash = Buffer.from(digest(`group ${id}`), 'hex')
    .subarray(0, 8)
    .toString('base64url');
  rows.chat_topics.push({
    id,
    name: group ? `grp${hash}` : `p2p${ids.join('_')}`,
    kind: group ? 'grp' : 'p2p',
    owner_id: group ? (members[0]?.id ?? null) : null,
    seq: messages.length,
    public: group ? { fn: group } : null,
    created_at: begun,
    updated_at: begun,
    touched_at: touched,
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
      created_at: begun,
      updated_at: begun,
    });
  }
  for (const [index, { by, at: moment, head, content, file }] of messages.entries()) {
    rows.chat_messages.push({ topic_id: id, seq: index + 1, sender_id: by.id, head, content, at: moment });
    if (file !== null) rows.chat_files.push({ topic_id: id, seq: index + 1, file_id: file });
  }
}

function sooner(a: Date, b: Date): Date {
  return a < b ? a : b;
}
