import type { DemoCompany } from './company.ts';
import type { NewRow, RowBatch } from './rows.ts';
import { itemAt } from './seeded.ts';
import { EARLIER } from './texts/announcements-earlier.ts';
import { RECENT } from './texts/announcements-recent.ts';
import type { Audience, DemoAnnouncement } from './texts/audience.ts';

/** Rows of announcements with their targets, pictures and files. */
export function createAnnouncements(company: DemoCompany): RowBatch {
  const news: NewRow<'news'>[] = [];
  const targets: NewRow<'news_targets'>[] = [];
  const files: NewRow<'news_files'>[] = [];
  // In order of time, so that the oldest gets the lowest id.
  for (const announcement of [...RECENT, ...EARLIER].reverse()) {
    const id = news.length + 1;
    const date = announcementMoment(company, announcement.when);
    news.push({
      id,
      title: announcement.title,
      description: announcement.text,
      type: announcement.type,
      for_all_objects: announcement.audience.to === 'all',
      author_id: announcement.author,
      created_at: date,
      edited_at: date,
    });
    for (const target of announcementTargets(company, announcement.audience)) {
      targets.push({ id: targets.length + 1, news_id: id, ...target });
    }
    for (const [index, file] of orderFiles(company, announcement, date).entries()) {
      files.push({ news_id: id, file_id: file, place: index + 1 });
    }
  }
  return { news, news_targets: targets, news_files: files };
}

function announcementMoment({ calendar }: DemoCompany, when: DemoAnnouncement['when']): Date {
  return typeof when === 'number' ? calendar.today(when) : calendar.ago(...when);
}

function orderFiles(
  { demoFiles }: DemoCompany,
  { pictures = [], papers = [], author }: DemoAnnouncement,
  date: Date,
): number[] {
  const fileBase = { kind: 'attachment', owner: author, at: date } as const;
  return [
    ...pictures.map((scene, index) =>
      demoFiles.order({ content: `scene:${scene}`, name: `Фото ${index + 1}`, ...fileBase }),
    ),
    ...papers.map(([paper, name]) => demoFiles.order({ content: `paper:${paper}`, name, ...fileBase })),
  ];
}

type Target = Omit<NewRow<'news_targets'>, 'id' | 'news_id'>;

const NO_TARGET = { porch_id: null, floor_id: null, pipe_id: null, unit_id: null };

function announcementTargets({ buildings }: DemoCompany, audience: Audience): Target[] {
  if (audience.to === 'all') return buildings.map(({ id }) => ({ ...NO_TARGET, kind: 'building', building_id: id }));
  if (audience.to === 'houses') {
    const chosenBuildings = new Set(audience.houses.map((building) => itemAt(buildings, building)));
    return [...chosenBuildings].map(({ id }) => ({ ...NO_TARGET, kind: 'building', building_id: id }));
  }
  const building = itemAt(buildings, audience.house);
  const itemsAtPlaces = <T>(items: readonly T[]): T[] => [
    ...new Set(audience.places.map((index) => itemAt(items, index))),
  ];
  const targetBase = { ...NO_TARGET, building_id: building.id };
  if (audience.to === 'porches') {
    return itemsAtPlaces(building.porches).map(({ id }) => ({ ...targetBase, kind: 'porch', porch_id: id }));
  }
  if (audience.to === 'pipes') {
    return itemsAtPlaces(building.pipes).map(({ id, porch }) => ({
      ...targetBase,
      kind: 'pipe',
      porch_id: porch.id,
      pipe_id: id,
    }));
  }
  if (audience.to === 'floors') {
    const porch = itemAt(building.porches, 0);
    return itemsAtPlaces(porch.floors).map(({ id }) => ({
      ...targetBase,
      kind: 'floor',
      porch_id: porch.id,
      floor_id: id,
    }));
  }
  const flats = building.units.filter(({ type }) => type === 'flat');
  return itemsAtPlaces(flats).map(({ id, porch }) => ({
    ...targetBase,
    kind: 'unit',
    porch_id: porch.id,
    unit_id: id,
  }));
}
