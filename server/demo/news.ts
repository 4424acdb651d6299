import type { Company } from './company.ts';
import type { Batch, NewRow } from './rows.ts';
import { at } from './seeded.ts';
import { EARLIER } from './texts/announcements-earlier.ts';
import { RECENT } from './texts/announcements-recent.ts';
import type { Announcement, Audience } from './texts/audience.ts';

/** Announcements with their recipients, pictures and files. */
export function publish(company: Company): Batch {
  const news: NewRow<'news'>[] = [];
  const targets: NewRow<'news_targets'>[] = [];
  const files: NewRow<'news_files'>[] = [];
  // The oldest has the lowest id.
  for (const announcement of [...RECENT, ...EARLIER].reverse()) {
    const id = news.length + 1;
    const moment = announcementMoment(company, announcement.when);
    news.push({
      id,
      title: announcement.title,
      description: announcement.text,
      type: announcement.type,
      for_all_objects: announcement.audience.to === 'all',
      author_id: announcement.author,
      created_at: moment,
      edited_at: moment,
    });
    for (const target of recipients(company, announcement.audience)) {
      targets.push({ id: targets.length + 1, news_id: id, ...target });
    }
    for (const [index, file] of orderFiles(company, announcement, moment).entries()) {
      files.push({ news_id: id, file_id: file, place: index + 1 });
    }
  }
  return { news, news_targets: targets, news_files: files };
}

function announcementMoment({ calendar }: Company, when: Announcement['when']): Date {
  return typeof when === 'number' ? calendar.today(when) : calendar.ago(...when);
}

function orderFiles(
  { demoFiles }: Company,
  { pictures = [], papers = [], author }: Announcement,
  moment: Date,
): number[] {
  const common = { kind: 'attachment', owner: author, at: moment } as const;
  return [
    ...pictures.map((scene, index) =>
      demoFiles.order({ content: `scene:${scene}`, name: `Фото ${index + 1}`, ...common }),
    ),
    ...papers.map(([paper, name]) => demoFiles.order({ content: `paper:${paper}`, name, ...common })),
  ];
}

type Target = Omit<NewRow<'news_targets'>, 'id' | 'news_id'>;

const nobody = { porch_id: null, floor_id: null, pipe_id: null, unit_id: null };

function recipients({ buildings }: Company, audience: Audience): Target[] {
  if (audience.to === 'all') return buildings.map(({ id }) => ({ ...nobody, kind: 'building', building_id: id }));
  if (audience.to === 'houses') {
    const chosen = new Set(audience.houses.map((building) => at(buildings, building)));
    return [...chosen].map(({ id }) => ({ ...nobody, kind: 'building', building_id: id }));
  }
  const building = at(buildings, audience.house);
  const places = <T>(items: readonly T[]): T[] => [...new Set(audience.places.map((place) => at(items, place)))];
  const inside = { ...nobody, building_id: building.id };
  if (audience.to === 'porches') {
    return places(building.porches).map(({ id }) => ({ ...inside, kind: 'porch', porch_id: id }));
  }
  if (audience.to === 'pipes') {
    return places(building.pipes).map(({ id, porch }) => ({
      ...inside,
      kind: 'pipe',
      porch_id: porch.id,
      pipe_id: id,
    }));
  }
  if (audience.to === 'floors') {
    const porch = at(building.porches, 0);
    return places(porch.floors).map(({ id }) => ({ ...inside, kind: 'floor', porch_id: porch.id, floor_id: id }));
  }
  const flats = building.units.filter(({ type }) => type === 'flat');
  return places(flats).map(({ id, porch }) => ({ ...inside, kind: 'unit', porch_id: porch.id, unit_id: id }));
}
