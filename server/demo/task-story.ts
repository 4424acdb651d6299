import { addMinutes } from './calendar.ts';
import type { DemoCompany } from './company.ts';
import { type DemoPerson, staffPorches } from './people.ts';
import type { DemoBuilding } from './places.ts';
import type { NewRow } from './rows.ts';
import { itemAt, type Random } from './seeded.ts';
import type { ServiceName } from './services.ts';
import { ANSWERS, QUESTIONS, REASONS, THANKS } from './texts/requests.ts';

/** One entry of a request's history. */
interface HistoryEntry {
  type: NewRow<'task_history'>['type'];
  at: Date;
  user: DemoPerson;
  message?: string;
  performer?: DemoPerson;
  field?: string;
  value?: string;
  description?: string;
  /** Scene of a picture sent with a message. */
  scene?: string;
}

/** What happened to a request. */
export interface RequestStory {
  performer: DemoPerson | null;
  resolution: NewRow<'tasks'>['resolution'];
  reason: string | null;
  entries: HistoryEntry[];
}

/** Input of `createRequestStory`. */
export interface RequestStoryInput {
  company: DemoCompany;
  random: Random;
  stage: NewRow<'tasks'>['stage'];
  service: ServiceName;
  opened: Date;
  creator: DemoPerson;
  building: DemoBuilding;
}

/**
 * Creates the history of a request from its creation to its stage. Values of `stage`, `resolution` and `performer` in field
 * changes are wire values.
 */
export function createRequestStory(start: RequestStoryInput): RequestStory {
  const { company, random, stage, service, opened, creator, building } = start;
  const dispatcher = itemAt(company.people.staff, random.chance(0.6) ? 2 : 0);
  const advance = startStoryClock(company, opened);
  const entries: HistoryEntry[] = [];
  const addFieldChange = (user: DemoPerson, minutes: number, name: string, value: string, description?: string) =>
    entries.push({
      type: 'field_change',
      at: advance(minutes),
      user,
      field: name,
      value,
      ...(description && { description }),
    });
  const addMessage = (user: DemoPerson, minutes: number, message: string, scene?: string) =>
    entries.push({ type: 'dialog', at: advance(minutes), user, message, ...(scene && { scene }) });

  addFieldChange(creator, 0, 'stage', 'created');
  if (random.chance(0.3)) addMessage(dispatcher, 9, random.pick(QUESTIONS));
  if (stage === 'created') return { performer: null, resolution: null, reason: null, entries };

  const isCanceled = stage === 'done' && random.chance(0.18);
  if (isCanceled && random.chance(0.6)) {
    const reason = random.pick(REASONS);
    addFieldChange(dispatcher, 40, 'resolution', 'canceled', reason);
    return { performer: null, resolution: 'canceled', reason, entries };
  }
  const performers = performersFor(company, service, building);
  let performer = random.pick(performers);
  const addPerformerChange = (person: DemoPerson, minutes: number) =>
    entries.push({ type: 'performer_change', at: advance(minutes), user: dispatcher, performer: person });
  addPerformerChange(performer, 7 + random.int(30));
  addFieldChange(dispatcher, 0, 'stage', 'in_progress');
  if (performers.length > 1 && random.chance(0.2)) {
    const other = random.pick(performers.filter((person) => person !== performer));
    addMessage(performer, 20, 'Сегодня не успеваю, передайте коллеге, пожалуйста.');
    addPerformerChange(other, 6);
    performer = other;
  }
  if (stage === 'done' || random.chance(0.7)) addMessage(performer, 35 + random.int(90), random.pick(ANSWERS[service]));
  if (stage === 'in_progress') return { performer, resolution: null, reason: null, entries };

  if (isCanceled) {
    const reason = random.pick(REASONS);
    addFieldChange(dispatcher, 60, 'resolution', 'canceled', reason);
    return { performer, resolution: 'canceled', reason, entries };
  }
  if (random.chance(0.25))
    addMessage(performer, 25, 'Готово, прикладываю фото.', random.pick(['repaired-entrance', 'stairs', 'lift']));
  addFieldChange(performer, 12, 'resolution', 'resolved');
  if (creator.units.length > 0 && random.chance(0.4)) addMessage(creator, 55, random.pick(THANKS));
  return { performer, resolution: 'resolved', reason: null, entries };
}

/** Clock that advances by minutes; it never passes now: an event that would be later moves halfway towards now. */
function startStoryClock(company: DemoCompany, opened: Date): (minutes: number) => Date {
  let date = opened;
  const now = company.calendar.now;
  return (minutes) => {
    const planned = addMinutes(date, minutes);
    const halfway = new Date(date.getTime() + Math.floor((now.getTime() - date.getTime()) / 2));
    date = planned < now ? planned : halfway;
    return date;
  };
}

/** Active performers of the service with access to the building; the first member of staff when there are none. */
function performersFor({ people, buildings }: DemoCompany, service: ServiceName, building: DemoBuilding): DemoPerson[] {
  const performers = people.staff.filter(
    ({ member, status }) =>
      member?.levels.tasks === 'performer' &&
      status === 'active' &&
      member.services.includes(service) &&
      staffPorches(member, buildings).some((porch) => porch.building === building),
  );
  return performers.length > 0 ? performers : [itemAt(people.staff, 0)];
}
