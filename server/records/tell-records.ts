import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { compileExpression } from '#resources/language/expressions/compile.ts';
import type { ExpressionContext } from '#resources/language/expressions/values.ts';
import { HELD_LEVELS, type HeldLevel } from '#resources/language/field-levels.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { moveNamed, stateLabel } from '#resources/language/moves.ts';
import { isAbout, type NotifyEvent, type NotifyRule, type RecordEvent } from '#resources/language/notify-rules.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { NotificationSubtype } from '#resources/protocol/notifications.ts';
import type { Principal } from '#server/access/reader.ts';
import type { Bus } from '#server/live/bus.ts';
import { type Notice, type Places, publishNotification } from '#server/live/publish.ts';
import type { Topics } from '#server/live/topics.ts';
import { insertDeliveries } from '#server/webhooks/delivery-queries.ts';
import type { Changing } from './changes.ts';
import { selectFollowers } from './comment-queries.ts';
import { leastLevel } from './field-rights.ts';
import type { StoredRecord } from './queries.ts';
import { createEmployeeLookup, recordLabels, requiredBuildings } from './tell-queries.ts';

/** Something that happened to a record, within the transaction of it. */
export interface RecordHappening extends Omit<RecordEvent, 'before' | 'after'> {
  before?: StoredRecord['data'] | null;
  record: StoredRecord;
  /** The text of a comment. */
  comment?: string;
  /** The rule of a date that it is about. */
  rule?: NotifyRule;
}

const SUBTYPES = {
  create: 'created',
  change: 'changed',
  move: 'moved',
  comment: 'commented',
  date: 'due',
} as const satisfies Record<NotifyEvent, NotificationSubtype<'record'>>;

/** Events that followers of a record are notified of without any rule. */
const FOLLOWED: readonly NotifyEvent[] = ['comment', 'move'];

/** The transaction, and in whose name it is done: `reader` is null for what the server does by itself. */
export interface Teller extends Pick<Changing, 'trx' | 'resource' | 'today' | 'now'> {
  reader: Principal | null;
}

/** A rule about the event, and the lowest level of people who may see all that it tells. */
interface SpokenRule {
  rule: NotifyRule;
  level: HeldLevel;
}

/** The lowest level of people who see the event. @param names fields of a change to look at; left out: all of them */
function happeningLevel(resource: Resource, happening: RecordHappening, names?: readonly string[]): HeldLevel {
  const { move, before, record } = happening;
  if (happening.on === 'move') {
    const state = move === undefined ? undefined : moveNamed(resource, move)?.state.name;
    return (state === undefined ? undefined : resource.fields[state]?.see) ?? 'read';
  }
  if (happening.on !== 'change') return 'read';
  const fields = names ? Object.entries(resource.fields).filter(([name]) => names.includes(name)) : null;
  const ofFields = fields ? { ...resource, fields: Object.fromEntries(fields) } : resource;
  return leastLevel(ofFields, before ?? {}, record.data);
}

/** The lowest level that a rule may tell of the event: people below it would learn of fields that are hidden from them. */
function ruleLevel(resource: Resource, rule: NotifyRule, happening: RecordHappening): HeldLevel {
  const { fields } = resource;
  const looked = rule.when === undefined ? [] : compileExpression(rule.when, fields).names;
  const levels = [...looked, ...(rule.field === undefined ? [] : [rule.field])].map((name) => fields[name]?.see);
  const asked = [happeningLevel(resource, happening, rule.fields), ...levels];
  return HELD_LEVELS.findLast((level) => asked.includes(level)) ?? 'read';
}

/** The rules about the event. */
function rulesAbout({ resource, today, reader }: Teller, happening: RecordHappening): readonly SpokenRule[] {
  const { record, before = null, rule: only, ...event } = happening;
  // Only rules about dates run without a reader, and they do not use `me`.
  const moment: ExpressionContext = { today, me: reader?.user ?? 0 };
  const rules = (only ? [only] : (resource.notify ?? [])).filter(
    (rule) =>
      isAbout(resource, rule, { ...event, before, after: record.data }) &&
      (rule.when === undefined || compileExpression(rule.when, resource.fields).evaluate(record.data, moment) === true),
  );
  return rules.map((rule) => ({ rule, level: ruleLevel(resource, rule, happening) }));
}

/** The people named by fields of a record. */
function namedPeople({ fields }: Resource, names: readonly string[], { data }: StoredRecord): number[] {
  return names.flatMap((name) => {
    const field = fields[name];
    return field ? idsOf([data[wireName(name, field)]].flat()) : [];
  });
}

/** Facts that hold for all records of one call. */
interface CallReach {
  /**
   * Whether a reader of a record has to reach a building of each of two lists (`requiredBuildings`). A notification carries one list,
   * so its recipients are then looked up and named.
   */
  hasTwoBuildingLists: boolean;
  employeesWhoMay: ReturnType<typeof createEmployeeLookup>;
}

/** The recipients of the event: all who may see the record, or some people. */
async function findRecipients(
  { trx, resource }: Teller,
  happening: RecordHappening,
  rules: readonly SpokenRule[],
  { hasTwoBuildingLists, employeesWhoMay }: CallReach,
): Promise<'readers' | readonly number[]> {
  const { record } = happening;
  const hasReaders = rules.some(({ rule, level }) => rule.to.level === 'read' && level === 'read');
  if (hasReaders && !hasTwoBuildingLists) return 'readers';
  const people = new Set<number>();
  const isFollowed = resource.comments === true && FOLLOWED.includes(happening.on);
  const addressees: { to: Partial<NotifyRule['to']>; level: HeldLevel }[] = rules.map(({ rule: { to }, level }) => ({
    to,
    level,
  }));
  if (isFollowed) addressees.push({ to: { followers: true }, level: happeningLevel(resource, happening) });
  for (const { to, level } of addressees) {
    const candidates = [
      ...(to.followers ? await selectFollowers(trx, record) : []),
      ...namedPeople(resource, to.people ?? [], record),
      ...(to.author && record.created_by !== null ? [record.created_by] : []),
    ];
    const isOpen = level === 'read' && !hasTwoBuildingLists;
    const open = isOpen ? null : await employeesWhoMay({ action: 'see', level }, record);
    for (const person of candidates) if (!open || open.includes(person)) people.add(person);
    if (to.level === 'read') for (const person of open ?? []) people.add(person);
    if (to.level !== 'write') continue;
    for (const person of await employeesWhoMay({ action: 'change', level }, record)) people.add(person);
  }
  return [...people];
}

/** The text of a notification: the name of the record, and its new state or the comment. */
function messageFor(resource: Resource, { on, move, record, comment }: RecordHappening, label: string): string {
  if (on === 'comment') return `${label}: ${comment ?? ''}`;
  const namedMove = on === 'move' && move !== undefined ? moveNamed(resource, move) : null;
  if (!namedMove) return label;
  const { wire, process } = namedMove.state;
  return `${label}: ${stateLabel(process.states, record.data[wire])}`;
}

/** Queues the values of a record and the event for webhooks. */
async function tellWebhooks(
  { trx, resource, reader, now }: Teller,
  { move, record, comment, ...happening }: RecordHappening,
  rules: readonly SpokenRule[],
): Promise<void> {
  const names = rules.flatMap(({ rule: { to } }) => to.webhook ?? []);
  if (!names.length) return;
  const event = `${resource.name}.${happening.on}`;
  const { id, data: values, building_ids } = record;
  const data = { section: resource.name, id, values, buildings: building_ids, by: reader?.user ?? null, move, comment };
  await insertDeliveries(trx, names, { event, now, body: JSON.stringify({ type: event, timestamp: now, data }) });
}

/**
 * Tells webhooks that a move was undone, as a change: those named by rules about changes, and those that were told of the
 * move. Call it in the transaction of the write.
 * @param taken the names of the moves that it may have been, the record as it is again and what it held between
 */
export async function tellTakenBack(
  teller: Teller,
  { moves, before, record }: { moves: readonly string[]; before: StoredRecord['data']; record: StoredRecord },
): Promise<void> {
  const moved = { on: 'move', before: record.data, record: { ...record, data: before } } as const;
  const changed = { on: 'change', before, record } as const;
  const moveRules = moves.flatMap((move) => rulesAbout(teller, { ...moved, move }));
  await tellWebhooks(teller, changed, [...rulesAbout(teller, changed), ...moveRules]);
}

/** Whether a section has notifications at all. */
const tells = ({ comments, notify }: Pick<Resource, 'comments' | 'notify'>): boolean =>
  comments === true || notify !== undefined;

/** Records of one call whose notifications come one by one; of more than these each person gets one with their number. */
const ALONE = 3;

type Recipients = Awaited<ReturnType<typeof findRecipients>>;

/** Where records lie, so that people who reach one of them are told; null where one of them is open to everybody. */
function recordPlaces(resource: Resource, records: readonly StoredRecord[]): Places | null {
  // Where there are two lists, `findRecipients` has checked the first.
  const buildings = records.map((record) => requiredBuildings(resource, record).at(-1) ?? null);
  if (buildings.some((ids) => ids === null)) return null;
  return { buildings: [...new Set(buildings.flatMap((ids) => ids ?? []))], porches: [] };
}

/** Recipients of a notification of records, of those alone who reach one of them. */
function reaching(resource: Resource, recipients: Recipients, records: readonly StoredRecord[]): Notice['to'] {
  const places = recordPlaces(resource, records);
  if (recipients === 'readers') return places ? { places } : 'everybody';
  return { people: recipients, ...(places ? { places } : {}) };
}

/** Recipients of notifications about many records: all readers, and people by name, grouped by how many of the records concern them. */
function groupRecipients(
  resource: Resource,
  recipients: readonly (readonly [RecordHappening, Recipients])[],
): { to: Notice['to']; count: number }[] {
  const openRecords = recipients.flatMap(([{ record }, to]) => (to === 'readers' ? [record] : []));
  const all = recipients.map(([{ record }]) => record);
  const counts = new Map<number, number>();
  for (const [, to] of recipients) {
    for (const person of to === 'readers' ? [] : to) counts.set(person, (counts.get(person) ?? 0) + 1);
  }
  const peopleByCount = new Map<number, number[]>();
  for (const [person, count] of counts) peopleByCount.set(count, [...(peopleByCount.get(count) ?? []), person]);
  return [
    ...(openRecords.length ? [{ to: reaching(resource, 'readers', openRecords), count: openRecords.length }] : []),
    ...[...peopleByCount].map(([count, people]) => ({ to: reaching(resource, people, all), count })),
  ];
}

/**
 * Notifies people of what happened to records, as the definition and those who follow them want it. Call it in the transaction of the
 * write. Where one call is about more than `ALONE` records, each person gets one notification with the number of those that concern them.
 * @param happenings all of the same event (`on`)
 */
export async function tellRecords(
  bus: Bus<Topics>,
  teller: Teller,
  happenings: readonly RecordHappening[],
): Promise<void> {
  const { trx, resource, reader } = teller;
  const [first] = happenings;
  if (!first || !tells(resource)) return;
  const recipients: [RecordHappening, Recipients][] = [];
  const reach: CallReach = {
    hasTwoBuildingLists: happenings.some(({ record }) => requiredBuildings(resource, record).length > 1),
    employeesWhoMay: createEmployeeLookup(trx, resource),
  };
  for (const happening of happenings) {
    const rules = rulesAbout(teller, happening);
    await tellWebhooks(teller, happening, rules);
    recipients.push([happening, await findRecipients(teller, happening, rules, reach)]);
  }
  const about = sectionTitle(resource.words);
  const common = { type: 'record', section: resource.section, sender: reader?.user ?? null, about } as const;
  if (happenings.length > ALONE) {
    for (const { to, count } of groupRecipients(resource, recipients)) {
      const message = text('notices.records', { smart_count: count });
      await publishNotification(bus, trx, {
        ...common,
        subtype: SUBTYPES[first.on],
        message,
        ref: resource.routes.list,
        to,
      });
    }
    return;
  }
  const labels = await recordLabels(
    trx,
    resource,
    happenings.map(({ record }) => record.id),
  );
  for (const [happening, people] of recipients) {
    const { record } = happening;
    await publishNotification(bus, trx, {
      ...common,
      subtype: SUBTYPES[happening.on],
      message: messageFor(resource, happening, labels.get(record.id) ?? about),
      ref: `${resource.routes.list}?id=${record.id}`,
      to: reaching(resource, people, [record]),
    });
  }
}
