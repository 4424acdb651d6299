import type { Company } from './company.ts';
import type { Batch, NewRow } from './rows.ts';
import { at } from './seeded.ts';
import { STORIES } from './texts/stories.ts';

/** Story booklets with covers and frames. */
export function tellStories({ buildings, calendar, demoFiles }: Company): Batch {
  const booklets: NewRow<'booklets'>[] = [];
  const bookletBuildings: NewRow<'booklet_buildings'>[] = [];
  const frames: NewRow<'booklet_frames'>[] = [];
  for (const story of [...STORIES].reverse()) {
    const id = booklets.length + 1;
    const moment = calendar.ago(story.days, '10:30');
    const file = (scene: string, name: string) =>
      demoFiles.order({
        content: scene === 'film' ? 'film' : `scene:${scene}`,
        name,
        kind: 'demo',
        owner: 1,
        at: moment,
      });
    booklets.push({
      id,
      title: story.title,
      subtype: story.subtype,
      duration: null,
      cover_file_id: file(story.cover, story.title),
      author_id: 1,
      created_at: moment,
    });
    const houses = story.houses ? story.houses.map((building) => at(buildings, building)) : buildings;
    bookletBuildings.push(...[...new Set(houses)].map((building) => ({ booklet_id: id, building_id: building.id })));
    for (const [index, { scene, title, text, duration = null }] of story.frames.entries()) {
      frames.push({
        id: frames.length + 1,
        booklet_id: id,
        place: index + 1,
        title,
        description: text,
        duration,
        background_type: scene === 'film' ? 'video' : 'image',
        file_id: file(scene, title),
      });
    }
  }
  return { booklets, booklet_buildings: bookletBuildings, booklet_frames: frames };
}
