import { addMinutes } from './calendar.ts';
import type { DemoCompany } from './company.ts';
import type { DemoPerson } from './people.ts';
import type { DemoBuilding } from './places.ts';
import type { NewRow, RowBatch } from './rows.ts';
import { createRandom, itemAt, type Random } from './seeded.ts';
import { SERVICES, type ServiceName } from './services.ts';
import { createRequestStory, type RequestStory } from './task-story.ts';
import { TROUBLES, type Trouble } from './texts/requests.ts';

type Stage = NewRow<'tasks'>['stage'];

/** Number of requests per stage: created today, in the last week, in the last month, earlier. */
const STAGE_COUNTS: Readonly<Record<'yard' | 'city', Readonly<Record<Stage, readonly number[]>>>> = {
  yard: { created: [3, 3, 2, 0], in_progress: [3, 3, 2, 0], done: [3, 4, 6, 4] },
  city: { created: [9, 12, 6, 0], in_progress: [8, 16, 12, 2], done: [11, 48, 90, 150] },
};

/** Age of the requests in each of these spans, days: from and to. */
const AGE_SPANS = [
  [0, 0],
  [1, 6],
  [8, 29],
  [31, 330],
] as const;

/** Rows of requests with their places, files and histories; the newest of a column is on top. */
export function createRequests(company: DemoCompany): RowBatch {
  const random = createRandom('requests');
  const rows = {
    tasks: [] as NewRow<'tasks'>[],
    task_places: [] as NewRow<'task_places'>[],
    task_files: [] as NewRow<'task_files'>[],
    task_history: [] as NewRow<'task_history'>[],
    task_history_files: [] as NewRow<'task_history_files'>[],
  };
  const counts = company.size === 'yard' ? STAGE_COUNTS.yard : STAGE_COUNTS.city;
  const plan = Object.entries(counts).flatMap(([stage, spans]) =>
    spans.flatMap((count, span) =>
      Array.from({ length: count }, () => ({ stage: stage as Stage, opened: openedAt(company, random, span) })),
    ),
  );
  plan.sort((a, b) => a.opened.getTime() - b.opened.getTime());
  const nextTextIndex = new Map<ServiceName, number>();
  const boardOrders: Record<Stage, number> = { created: 0, in_progress: 0, done: 0 };
  for (const { stage } of plan) boardOrders[stage] += 1;
  for (const { stage, opened: openedAt } of plan) {
    const service = random.pick(SERVICES).name;
    const textIndex = nextTextIndex.get(service) ?? random.int(10);
    nextTextIndex.set(service, textIndex + 1);
    const trouble = itemAt(TROUBLES[service], textIndex);
    const building = random.pick(buildingsFor(company, service));
    const creator = chooseCreator(company, random, building);
    const id = rows.tasks.length + 1;
    const requestStory = createRequestStory({ company, random, stage, service, opened: openedAt, creator, building });
    rows.tasks.push({
      id,
      stage,
      resolution: requestStory.resolution,
      resolution_description: requestStory.reason,
      // Ordered by age: the last created request, the newest, gets 1.
      board_order: boardOrders[stage],
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
    boardOrders[stage] -= 1;
    if (trouble.where !== 'building') {
      const pickedPlace = choosePlace(random, building, creator);
      const floor = trouble.where === 'floors' ? pickedPlace.floor : null;
      rows.task_places.push({
        id: rows.task_places.length + 1,
        task_id: id,
        porch_id: pickedPlace.porch,
        floor_id: floor,
      });
    }
    addFiles(company, rows, id, trouble, creator, openedAt);
    addHistory(company, rows, id, requestStory);
  }
  return rows;
}

function openedAt({ calendar }: DemoCompany, random: Random, span: number): Date {
  if (span === 0) return calendar.today(4 + random.int(400));
  const [first, last] = itemAt(AGE_SPANS, span);
  const days = random.between(first, last);
  const time = `${random.between(7, 21)}:${String(random.int(60)).padStart(2, '0')}`;
  return calendar.ago(days, time);
}

/** Every third request has a deadline, a few hours to three days after its creation; some have passed. */
function chooseDeadline(id: number, opened: Date): Date | null {
  return id % 3 === 0 ? addMinutes(opened, 60 * (6 + (id % 7) * 11)) : null;
}

/** Apartment buildings; for lifts only the tall ones. */
function buildingsFor({ buildings }: DemoCompany, service: ServiceName): DemoBuilding[] {
  const houses = buildings.filter(({ plan }) => plan.flats > 0);
  const tallest = Math.max(...houses.map(({ plan }) => plan.floors));
  return service === 'Лифты' ? houses.filter(({ plan }) => plan.floors * 2 >= tallest) : houses;
}

/** Where the resident lives; a random place in the building when the dispatcher created the request. */
function choosePlace(random: Random, building: DemoBuilding, creator: DemoPerson): { porch: number; floor: number } {
  const [home] = creator.units;
  if (home) return { porch: home.porch.id, floor: home.floor.id };
  const porch = random.pick(building.porches);
  return { porch: porch.id, floor: random.pick(porch.floors).id };
}

/** Usually a resident of the building, sometimes the dispatcher. */
function chooseCreator({ people }: DemoCompany, random: Random, building: DemoBuilding): DemoPerson {
  const residentsHere = people.residents.filter(
    ({ units, status }) => status === 'active' && units[0]?.building === building,
  );
  const dispatcher = itemAt(people.staff, 2);
  return residentsHere.length > 0 && random.chance(0.85) ? random.pick(residentsHere) : dispatcher;
}

type Rows = {
  [T in 'task_files' | 'task_history' | 'task_history_files']: NewRow<T>[];
};

function addFiles(
  { demoFiles }: DemoCompany,
  rows: Rows,
  task: number,
  trouble: Trouble,
  owner: DemoPerson,
  date: Date,
): void {
  for (const [index, scene] of (trouble.pictures ?? []).entries()) {
    const name = `Фото ${index + 1}`;
    const file = demoFiles.order({ content: `scene:${scene}`, name, kind: 'attachment', owner: owner.id, at: date });
    rows.task_files.push({ task_id: task, file_id: file, place: index + 1 });
  }
}

function addHistory({ demoFiles }: DemoCompany, rows: Rows, task: number, { entries }: RequestStory): void {
  for (const { user, at: date, scene, ...entry } of entries) {
    const id = rows.task_history.length + 1;
    rows.task_history.push({
      id,
      task_id: task,
      type: entry.type,
      at: date,
      user_id: user.id,
      message: entry.message ?? null,
      new_performer_id: entry.performer?.id ?? null,
      field_name: entry.field ?? null,
      new_value: entry.value ?? null,
      description: entry.description ?? null,
    });
    if (!scene) continue;
    const order = { content: `scene:${scene}`, name: 'Фото после работ', kind: 'attachment', owner: user.id } as const;
    rows.task_history_files.push({ history_id: id, file_id: demoFiles.order({ ...order, at: date }), place: 1 });
  }
}
