import { later } from './calendar.ts';
import type { Company } from './company.ts';
import { type DemoPerson, staffPorches } from './people.ts';
import type { Building } from './places.ts';
import type { NewRow } from './rows.ts';
import { at, type Seeded } from './seeded.ts';
import type { ServiceName } from './services.ts';
import { ANSWERS, QUESTIONS, REASONS, THANKS } from './texts/requests.ts';

/** One entry of a request's history. */
interface Entry {
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

/** Outcome of a request. */
export interface Story {
  performer: DemoPerson | null;
  resolution: NewRow<'tasks'>['resolution'];
  reason: string | null;
  entries: Entry[];
}

/** Data from which the story of a request is told. */
export interface Beginning {
  company: Company;
  random: Seeded;
  stage: NewRow<'tasks'>['stage'];
  service: ServiceName;
  opened: Date;
  creator: DemoPerson;
  building: Building;
}

/**
 * Tells what happened to a request from its opening to its stage. Values of `stage`, `resolution` and `performer` in
 * field changes are those of the wire.
 */
export function story(beginning: Beginning): Story {
  const { company, random, stage, service, opened, creator, building } = beginning;
  const dispatcher = at(company.people.staff, random.chance(0.6) ? 2 : 0);
  const clock = startStoryClock(company, opened);
  const entries: Entry[] = [];
  const field = (user: DemoPerson, minutes: number, name: string, value: string, description?: string) =>
    entries.push({
      type: 'field_change',
      at: clock(minutes),
      user,
      field: name,
      value,
      ...(description && { description }),
    });
  const say = (user: DemoPerson, minutes: number, message: string, scene?: string) =>
    entries.push({ type: 'dialog', at: clock(minutes), user, message, ...(scene && { scene }) });

  field(creator, 0, 'stage', 'created');
  if (random.chance(0.3)) say(dispatcher, 9, random.pick(QUESTIONS));
  if (stage === 'created') return { performer: null, resolution: null, reason: null, entries };

  const canceled = stage === 'done' && random.chance(0.18);
  if (canceled && random.chance(0.6)) {
    const reason = random.pick(REASONS);
    field(dispatcher, 40, 'resolution', 'canceled', reason);
    return { performer: null, resolution: 'canceled', reason, entries };
  }
  const able = performersFor(company, service, building);
  let performer = random.pick(able);
  const appoint = (person: DemoPerson, minutes: number) =>
    entries.push({ type: 'performer_change', at: clock(minutes), user: dispatcher, performer: person });
  appoint(performer, 7 + random.int(30));
  field(dispatcher, 0, 'stage', 'in_progress');
  if (able.length > 1 && random.chance(0.2)) {
    const other = random.pick(able.filter((person) => person !== performer));
    say(performer, 20, 'Сегодня не успеваю, передайте коллеге, пожалуйста.');
    appoint(other, 6);
    performer = other;
  }
  if (stage === 'done' || random.chance(0.7)) say(performer, 35 + random.int(90), random.pick(ANSWERS[service]));
  if (stage === 'in_progress') return { performer, resolution: null, reason: null, entries };

  if (canceled) {
    const reason = random.pick(REASONS);
    field(dispatcher, 60, 'resolution', 'canceled', reason);
    return { performer, resolution: 'canceled', reason, entries };
  }
  if (random.chance(0.25))
    say(performer, 25, 'Готово, прикладываю фото.', random.pick(['repaired-entrance', 'stairs', 'lift']));
  field(performer, 12, 'resolution', 'resolved');
  if (creator.units.length > 0 && random.chance(0.4)) say(creator, 55, random.pick(THANKS));
  return { performer, resolution: 'resolved', reason: null, entries };
}

/** Minutes after the last entry; nothing happens in the future, so late entries move close to now. */
function startStoryClock(company: Company, opened: Date): (minutes: number) => Date {
  let moment = opened;
  const now = company.calendar.now;
  return (minutes) => {
    const wanted = later(moment, minutes);
    const half = new Date(moment.getTime() + Math.floor((now.getTime() - moment.getTime()) / 2));
    moment = wanted < now ? wanted : half;
    return moment;
  };
}

/** Active performers of the service that hold an entrance of the building; the head performer when there is none. */
function performersFor({ people, buildings }: Company, service: ServiceName, building: Building): DemoPerson[] {
  const able = people.staff.filter(
    ({ member, status }) =>
      member?.levels.tasks === 'performer' &&
      status === 'active' &&
      member.services.includes(service) &&
      staffPorches(member, buildings).some((porch) => porch.building === building),
  );
  return able.length > 0 ? able : [at(people.staff, 0)];
}
