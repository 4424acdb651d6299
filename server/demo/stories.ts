import type { DemoCompany } from './company.ts';
import type { NewRow, RowBatch } from './rows.ts';
import { itemAt } from './seeded.ts';
import { STORIES } from './texts/stories.ts';

/** Rows of stories with covers and frames. */
export function createStories({ buildings, calendar, demoFiles }: DemoCompany): RowBatch {
  const booklets: NewRow<'booklets'>[] = [];
  const bookletBuildings: NewRow<'booklet_buildings'>[] = [];
  const frames: NewRow<'booklet_frames'>[] = [];
  for (const story of [...STORIES].reverse()) {
    const id = booklets.length + 1;
    const date = calendar.ago(story.days, '10:30');
    const orderFile = (scene: string, name: string) =>
      demoFiles.order({
        content: scene === 'film' ? 'film' : `scene:${scene}`,
        name,
        kind: 'demo',
        owner: 1,
        at: date,
      });
    booklets.push({
      id,
      title: story.title,
      subtype: story.subtype,
      duration: null,
      cover_file_id: orderFile(story.cover, story.title),
      author_id: 1,
      created_at: date,
    });
    const storyBuildings = story.houses ? story.houses.map((building) => itemAt(buildings, building)) : buildings;
    bookletBuildings.push(
      ...[...new Set(storyBuildings)].map((building) => ({ booklet_id: id, building_id: building.id })),
    );
    for (const [index, { scene, title, text, duration = null }] of story.frames.entries()) {
      frames.push({
        id: frames.length + 1,
        booklet_id: id,
        place: index + 1,
        title,
        description: text,
        duration,
        background_type: scene === 'film' ? 'video' : 'image',
        file_id: orderFile(scene, title),
      });
    }
  }
  return { booklets, booklet_buildings: bookletBuildings, booklet_frames: frames };
}
