import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { compileExpression } from '#resources/language/expressions/compile.ts';
import type { ExpressionContext } from '#resources/language/expressions/values.ts';
import { READER_LEVELS, type ReaderLevel } from '#resources/language/field-levels.ts';
import { toIds } from '#resources/language/kinds/ids.ts';
import { findMove, stateLabel } from '#resources/language/moves.ts';
import { matchesEvent, type NotifyEvent, type NotifyRule, type RecordEvent } from '#resources/language/notify-rules.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { NotificationSubtype } from '#resources/protocol/notifications.ts';
import type { Principal } from '#server/access/reader.ts';
import type { Bus } from '#server/live/bus.ts';
import { type NewNotification, type Places, publishNotification } from '#server/live/publish.ts';
import type { Topics } from '#server/live/topics.ts';
import { insertDeliveries } from '#server/webhooks/delivery-queries.ts';
import type { ChangeContext } from './changes.ts';
import { selectFollowers } from './comment-queries.ts';
import { lowestVisibleLevel } from './field-rights.ts';
import { createEmployeeLookup, recordLabels, requiredBuildings } from './notify-queries.ts';
import type { StoredRecord } from './queries.ts';

/** An event of a record, reported inside the transaction that caused it. */
export interface StoredRecordEvent extends Omit<RecordEvent, 'before' | 'after'> {
  before?: StoredRecord['data'] | null;
  record: StoredRecord;
  /** For `comment` events: the text. */
  comment?: string;
  /** For `date` events: the reminder rule that fired. */
  rule?: NotifyRule;
}

const SUBTYPES = {
  create: 'created',
  change: 'changed',
  move: 'moved',
  comment: 'commented',
  date: 'due',
} as const satisfies Record<NotifyEvent, NotificationSubtype<'record'>>;

/** Events that a record's followers are notified of even without a rule. */
const FOLLOWED: readonly NotifyEvent[] = ['comment', 'move'];

/** Context of a notification; `reader` is the person who acted, null for the server itself. */
export interface NotifyContext extends Pick<ChangeContext, 'trx' | 'resource' | 'today' | 'now'> {
  reader: Principal | null;
}

/** A matching rule and the access level a recipient needs to see everything the notification reveals. */
interface MatchedRule {
  rule: NotifyRule;
  level: ReaderLevel;
}

/**
 * Access level needed to see the event.
 * @param names changed fields to consider; default all
 */
function eventLevel(resource: Resource, recordEvent: StoredRecordEvent, names?: readonly string[]): ReaderLevel {
  const { move, before, record } = recordEvent;
  if (recordEvent.on === 'move') {
    const state = move === undefined ? undefined : findMove(resource, move)?.state.name;
    return (state === undefined ? undefined : resource.fields[state]?.see) ?? 'read';
  }
  if (recordEvent.on !== 'change') return 'read';
  const fields = names ? Object.entries(resource.fields).filter(([name]) => names.includes(name)) : null;
  const ofFields = fields ? { ...resource, fields: Object.fromEntries(fields) } : resource;
  return lowestVisibleLevel(ofFields, before ?? {}, record.data);
}

/** Access level needed to receive a notification by this rule, so that it reveals no hidden field. */
function ruleLevel(resource: Resource, rule: NotifyRule, recordEvent: StoredRecordEvent): ReaderLevel {
  const { fields } = resource;
  const conditionFields = rule.when === undefined ? [] : compileExpression(rule.when, fields).names;
  const fieldLevels = [...conditionFields, ...(rule.field === undefined ? [] : [rule.field])].map(
    (name) => fields[name]?.see,
  );
  const neededLevels = [eventLevel(resource, recordEvent, rule.fields), ...fieldLevels];
  return READER_LEVELS.findLast((level) => neededLevels.includes(level)) ?? 'read';
}

/** The rules of the section that match the event. */
function matchingRules(
  { resource, today, reader }: NotifyContext,
  recordEvent: StoredRecordEvent,
): readonly MatchedRule[] {
  const { record, before = null, rule: only, ...event } = recordEvent;
  // Only rules about dates run without a reader, and they do not use `me`.
  const context: ExpressionContext = { today, me: reader?.user ?? 0 };
  const rules = (only ? [only] : (resource.notify ?? [])).filter(
    (rule) =>
      matchesEvent(resource, rule, { ...event, before, after: record.data }) &&
      (rule.when === undefined ||
        compileExpression(rule.when, resource.fields).evaluate(record.data, context) === true),
  );
  return rules.map((rule) => ({ rule, level: ruleLevel(resource, rule, recordEvent) }));
}

/** The people named by fields of a record. */
function namedPeople({ fields }: Resource, names: readonly string[], { data }: StoredRecord): number[] {
  return names.flatMap((name) => {
    const field = fields[name];
    return field ? toIds([data[wireName(name, field)]].flat()) : [];
  });
}

/** Data computed once per call and shared by all its records. */
interface RecipientLookup {
  /**
   * Whether a record requires reach in two building lists (`requiredBuildings`); a notification holds one, so recipients are then
   * listed by id.
   */
  hasTwoBuildingLists: boolean;
  employeesWhoMay: ReturnType<typeof createEmployeeLookup>;
}

/** The recipients of an event: everybody who may see the record, or a list of people. */
async function findRecipients(
  { trx, resource }: NotifyContext,
  recordEvent: StoredRecordEvent,
  rules: readonly MatchedRule[],
  { hasTwoBuildingLists, employeesWhoMay }: RecipientLookup,
): Promise<'readers' | readonly number[]> {
  const { record } = recordEvent;
  const hasReaders = rules.some(({ rule, level }) => rule.to.level === 'read' && level === 'read');
  if (hasReaders && !hasTwoBuildingLists) return 'readers';
  const people = new Set<number>();
  const isFollowed = resource.comments === true && FOLLOWED.includes(recordEvent.on);
  const targets: { to: Partial<NotifyRule['to']>; level: ReaderLevel }[] = rules.map(({ rule: { to }, level }) => ({
    to,
    level,
  }));
  if (isFollowed) targets.push({ to: { followers: true }, level: eventLevel(resource, recordEvent) });
  for (const { to, level } of targets) {
    const candidates = [
      ...(to.followers ? await selectFollowers(trx, record) : []),
      ...namedPeople(resource, to.people ?? [], record),
      ...(to.author && record.created_by !== null ? [record.created_by] : []),
    ];
    const isForAllReaders = level === 'read' && !hasTwoBuildingLists;
    const allowedPeople = isForAllReaders ? null : await employeesWhoMay({ action: 'see', level }, record);
    for (const person of candidates) if (!allowedPeople || allowedPeople.includes(person)) people.add(person);
    if (to.level === 'read') for (const person of allowedPeople ?? []) people.add(person);
    if (to.level !== 'write') continue;
    for (const person of await employeesWhoMay({ action: 'change', level }, record)) people.add(person);
  }
  return [...people];
}

/** The text of a notification: the name of the record, and its new state or the comment. */
function messageFor(resource: Resource, { on, move, record, comment }: StoredRecordEvent, label: string): string {
  if (on === 'comment') return `${label}: ${comment ?? ''}`;
  const namedMove = on === 'move' && move !== undefined ? findMove(resource, move) : null;
  if (!namedMove) return label;
  const { wire, process } = namedMove.state;
  return `${label}: ${stateLabel(process.states, record.data[wire])}`;
}

/** Queues webhook deliveries with the event and the record's values. */
async function queueWebhooks(
  { trx, resource, reader, now }: NotifyContext,
  { move, record, comment, ...recordEvent }: StoredRecordEvent,
  rules: readonly MatchedRule[],
): Promise<void> {
  const names = rules.flatMap(({ rule: { to } }) => to.webhook ?? []);
  if (!names.length) return;
  const event = `${resource.name}.${recordEvent.on}`;
  const { id, data: values, building_ids } = record;
  const data = { section: resource.name, id, values, buildings: building_ids, by: reader?.user ?? null, move, comment };
  await insertDeliveries(trx, names, { event, now, body: JSON.stringify({ type: event, timestamp: now, data }) });
}

/**
 * Notifies webhooks that a move was undone, as a change: those of rules about changes, and those that received the move. Call it
 * in the transaction of the write.
 */
export async function notifyMoveUndone(
  context: NotifyContext,
  { moves, before, record }: { moves: readonly string[]; before: StoredRecord['data']; record: StoredRecord },
): Promise<void> {
  const moved = { on: 'move', before: record.data, record: { ...record, data: before } } as const;
  const changed = { on: 'change', before, record } as const;
  const moveRules = moves.flatMap((move) => matchingRules(context, { ...moved, move }));
  await queueWebhooks(context, changed, [...matchingRules(context, changed), ...moveRules]);
}

/** Whether a section sends any notifications. */
const hasNotifications = ({ comments, notify }: Pick<Resource, 'comments' | 'notify'>): boolean =>
  comments === true || notify !== undefined;

/** Up to this many records of one call are notified separately; more are summarised as one notification with a count. */
const SEPARATE_MAX = 3;

type Recipients = Awaited<ReturnType<typeof findRecipients>>;

/** Places whose readers are notified; null if any of the records is open to everybody. */
function recordPlaces(resource: Resource, records: readonly StoredRecord[]): Places | null {
  // With two building lists, `findRecipients` has already checked the first, so the last is enough.
  const buildings = records.map((record) => requiredBuildings(resource, record).at(-1) ?? null);
  if (buildings.some((ids) => ids === null)) return null;
  return { buildings: [...new Set(buildings.flatMap((ids) => ids ?? []))], porches: [] };
}

/** Restricts recipients to people who can reach at least one of the records. */
function limitToReach(
  resource: Resource,
  recipients: Recipients,
  records: readonly StoredRecord[],
): NewNotification['to'] {
  const places = recordPlaces(resource, records);
  if (recipients === 'readers') return places ? { places } : 'everybody';
  return { people: recipients, ...(places ? { places } : {}) };
}

/**
 * Recipients of summarised notifications, with the number of records each should be told: all readers, and listed people grouped
 * by that number.
 */
function groupRecipients(
  resource: Resource,
  recipients: readonly (readonly [StoredRecordEvent, Recipients])[],
): { to: NewNotification['to']; count: number }[] {
  const readerRecords = recipients.flatMap(([{ record }, to]) => (to === 'readers' ? [record] : []));
  const all = recipients.map(([{ record }]) => record);
  const counts = new Map<number, number>();
  for (const [, to] of recipients) {
    for (const person of to === 'readers' ? [] : to) counts.set(person, (counts.get(person) ?? 0) + 1);
  }
  const peopleByCount = new Map<number, number[]>();
  for (const [person, count] of counts) peopleByCount.set(count, [...(peopleByCount.get(count) ?? []), person]);
  return [
    ...(readerRecords.length
      ? [{ to: limitToReach(resource, 'readers', readerRecords), count: readerRecords.length }]
      : []),
    ...[...peopleByCount].map(([count, people]) => ({ to: limitToReach(resource, people, all), count })),
  ];
}

/**
 * Notifies recipients by the definition's rules, followers and webhooks; call it in the transaction of the write.
 * @param recordEvents events of one call, all with the same `on`
 */
export async function notifyRecords(
  bus: Bus<Topics>,
  context: NotifyContext,
  recordEvents: readonly StoredRecordEvent[],
): Promise<void> {
  const { trx, resource, reader } = context;
  const [first] = recordEvents;
  if (!first || !hasNotifications(resource)) return;
  const recipients: [StoredRecordEvent, Recipients][] = [];
  const lookup: RecipientLookup = {
    hasTwoBuildingLists: recordEvents.some(({ record }) => requiredBuildings(resource, record).length > 1),
    employeesWhoMay: createEmployeeLookup(trx, resource),
  };
  for (const recordEvent of recordEvents) {
    const rules = matchingRules(context, recordEvent);
    await queueWebhooks(context, recordEvent, rules);
    recipients.push([recordEvent, await findRecipients(context, recordEvent, rules, lookup)]);
  }
  const about = sectionTitle(resource.words);
  const common = { type: 'record', section: resource.section, sender: reader?.user ?? null, about } as const;
  if (recordEvents.length > SEPARATE_MAX) {
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
    recordEvents.map(({ record }) => record.id),
  );
  for (const [recordEvent, people] of recipients) {
    const { record } = recordEvent;
    await publishNotification(bus, trx, {
      ...common,
      subtype: SUBTYPES[recordEvent.on],
      message: messageFor(resource, recordEvent, labels.get(record.id) ?? about),
      ref: `${resource.routes.list}?id=${record.id}`,
      to: limitToReach(resource, people, [record]),
    });
  }
}
