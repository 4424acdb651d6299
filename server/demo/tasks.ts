import { later } from './calendar.ts';
import type { Company } from './company.ts';
import type { DemoPerson } from './people.ts';
import type { Building } from './places.ts';
import type { Batch, NewRow } from './rows.ts';
import { at, type Seeded, seeded } from './seeded.ts';
import { SERVICES, type ServiceName } from './services.ts';
import { type Story, story } from './task-story.ts';
import { TROUBLES, type Trouble } from './texts/requests.ts';

type Stage = NewRow<'tasks'>['stage'];

/** How many requests each stage holds: opened today, in the last week, in the last month, earlier. */
const COUNTS: Readonly<Record<'yard' | 'city', Readonly<Record<Stage, readonly number[]>>>> = {
  yard: { created: [3, 3, 2, 0], in_progress: [3, 3, 2, 0], done: [3, 4, 6, 4] },
  city: { created: [9, 12, 6, 0], in_progress: [8, 16, 12, 2], done: [11, 48, 90, 150] },
};

/** First and last day of each of those spans. */
const SPANS = [
  [0, 0],
  [1, 6],
  [8, 29],
  [31, 330],
] as const;

/** Requests with their places, files and histories. The newest of a column stands first. */
export function openRequests(company: Company): Batch {
  const random = seeded('requests');
  const rows = {
    tasks: [] as NewRow<'tasks'>[],
    task_places: [] as NewRow<'task_places'>[],
    task_files: [] as NewRow<'task_files'>[],
    task_history: [] as NewRow<'task_history'>[],
    task_history_files: [] as NewRow<'task_history_files'>[],
  };
  const counts = company.size === 'yard' ? COUNTS.yard : COUNTS.city;
  const plan = Object.entries(counts).flatMap(([stage, spans]) =>
    spans.flatMap((count, span) =>
      Array.from({ length: count }, () => ({ stage: stage as Stage, opened: openedAt(company, random, span) })),
    ),
  );
  plan.sort((a, b) => a.opened.getTime() - b.opened.getTime());
  const used = new Map<ServiceName, number>();
  const orders: Record<Stage, number> = { created: 0, in_progress: 0, done: 0 };
  for (const { stage } of plan) orders[stage] += 1;
  for (const { stage, opened: openedAt } of plan) {
    const service = random.pick(SERVICES).name;
    const turn = used.get(service) ?? random.int(10);
    used.set(service, turn + 1);
    const trouble = at(TROUBLES[service], turn);
    const building = random.pick(buildingsFor(company, service));
    const creator = chooseCreator(company, random, building);
    const id = rows.tasks.length + 1;
    const requestStory = story({ company, random, stage, service, opened: openedAt, creator, building });
    rows.tasks.push({
      id,
      stage,
      resolution: requestStory.resolution,
      resolution_description: requestStory.reason,
      // Ordered by age: the last one that is made, the newest, gets 1.
      board_order: orders[stage],
      service_id: SERVICES.findIndex(({ name }) => name === service) + 1,
      description: trouble.text,
      building_id: building.id,
      target_type: trouble.where,
      creator_id: creator.id,
      performer_id: requestStory.performer?.id ?? null,
      deadline: chooseDeadline(id, openedAt),
      created_at: openedAt,
      updated_at: requestStory.entries.at(-1)?.at ?? openedAt,
    });
    orders[stage] -= 1;
    if (trouble.where !== 'building') {
      const place = choosePlace(random, building, creator);
      const floor = trouble.where === 'floors' ? place.floor : null;
      rows.task_places.push({ id: rows.task_places.length + 1, task_id: id, porch_id: place.porch, floor_id: floor });
    }
    attach(company, rows, id, trouble, creator, openedAt);
    write(company, rows, id, requestStory);
  }
  return rows;
}

function openedAt({ calendar }: Company, random: Seeded, span: number): Date {
  if (span === 0) return calendar.today(4 + random.int(400));
  const [first, last] = at(SPANS, span);
  const days = random.between(first, last);
  const time = `${random.between(7, 21)}:${String(random.int(60)).padStart(2, '0')}`;
  return calendar.ago(days, time);
}

/** Every third request has one, between a few hours and three days after it was written; some have passed. */
function chooseDeadline(id: number, opened: Date): Date | null {
  return id % 3 === 0 ? later(opened, 60 * (6 + (id % 7) * 11)) : null;
}

/** Buildings where people live; lifts break in the tall ones only. */
function buildingsFor({ buildings }: Company, service: ServiceName): Building[] {
  const houses = buildings.filter(({ plan }) => plan.flats > 0);
  const tallest = Math.max(...houses.map(({ plan }) => plan.floors));
  return service === 'Лифты' ? houses.filter(({ plan }) => plan.floors * 2 >= tallest) : houses;
}

/** Where the resident lives; anywhere in the building when the dispatcher wrote the request down. */
function choosePlace(random: Seeded, building: Building, creator: DemoPerson): { porch: number; floor: number } {
  const [home] = creator.units;
  if (home) return { porch: home.porch.id, floor: home.floor.id };
  const porch = random.pick(building.porches);
  return { porch: porch.id, floor: random.pick(porch.floors).id };
}

/** Mostly a resident of the building, now and then the dispatcher. */
function chooseCreator({ people }: Company, random: Seeded, building: Building): DemoPerson {
  const home = people.residents.filter(({ units, status }) => status === 'active' && units[0]?.building === building);
  const dispatcher = at(people.staff, 2);
  return home.length > 0 && random.chance(0.85) ? random.pick(home) : dispatcher;
}

type Rows = {
  [T in 'task_files' | 'task_history' | 'task_history_files']: NewRow<T>[];
};

function attach(
  { demoFiles }: Company,
  rows: Rows,
  task: number,
  trouble: Trouble,
  owner: DemoPerson,
  moment: Date,
): void {
  for (const [index, scene] of (trouble.pictures ?? []).entries()) {
    const name = `Фото ${index + 1}`;
    const file = demoFiles.order({ content: `scene:${scene}`, name, kind: 'attachment', owner: owner.id, at: moment });
    rows.task_files.push({ task_id: task, file_id: file, place: index + 1 });
  }
}

function write({ demoFiles }: Company, rows: Rows, task: number, { entries }: Story): void {
  for (const { user, at: moment, scene, ...entry } of entries) {
    const id = rows.task_history.length + 1;
    rows.task_history.push({
      id,
      task_id: task,
      type: entry.type,
      at: moment,
      user_id: user.id,
      message: entry.message ?? null,
      new_performer_id: entry.performer?.id ?? null,
      field_name: entry.field ?? null,
      new_value: entry.value ?? null,
      description: entry.description ?? null,
    });
    if (!scene) continue;
    const order = { content: `scene:${scene}`, name: 'Фото после работ', kind: 'attachment', owner: user.id } as const;
    rows.task_history_files.push({ history_id: id, file_id: demoFiles.order({ ...order, at: moment }), place: 1 });
  }
}
