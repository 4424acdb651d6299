import type { CameraScene } from './camera-page.ts';
import type { Company } from './company.ts';
import type { Batch, NewRow } from './rows.ts';
import { at } from './seeded.ts';

/** Cameras: name, scene, and places of their buildings in the town's list. */
const CAMERAS: readonly (readonly [name: string, scene: CameraScene, houses: readonly number[]])[] = [
  ['Двор со стороны сквера', 'yard', [0, 1]],
  ['Вход в подъезд 1', 'entrance', [0]],
  ['Парковка, въезд', 'parking', [2]],
  ['Детская площадка', 'playground', [0]],
  ['Лифтовый холл, 1 этаж', 'lift', [0]],
  ['Почтовые ящики', 'mailboxes', [1]],
  ['Крыша, вентиляция', 'roof', [2]],
  ['Двор, ночная', 'yard-night', [2, 3]],
  ['Лестница, 2 этаж', 'stairs', [0]],
  ['Контейнерная площадка', 'bins', [0, 1, 2, 3]],
  ['Набережная, парковка', 'parking', [5, 6]],
  ['Набережная, вход', 'entrance', [7]],
  ['Тепловой пункт', 'boiler-room', [5, 6, 7]],
  ['Въезд в паркинг', 'lamp', [4]],
  ['Стройка теплотрассы', 'repair-works', [13]],
  ['Двор на Мельничной', 'winter-yard', [13]],
  ['Холл после ремонта', 'repaired-entrance', [14]],
  ['Садовый переулок, двор', 'yard', [15]],
];

/** Cameras whose pages this product serves itself (`camera-page.ts`). */
export function installCameras({ buildings, calendar, baseUrl, size }: Company): Batch {
  const cameras: NewRow<'cameras'>[] = [];
  const houses: NewRow<'camera_buildings'>[] = [];
  for (const [name, scene, places] of size === 'yard' ? CAMERAS.slice(0, 8) : CAMERAS) {
    const id = cameras.length + 1;
    cameras.push({ id, name, link: cameraLink(baseUrl, scene), created_at: calendar.ago(300 - id * 9, '12:00') });
    const chosen = new Set(places.map((place) => at(buildings, place).id));
    houses.push(...[...chosen].map((building) => ({ camera_id: id, building_id: building })));
  }
  return { cameras, camera_buildings: houses };
}

/** Address of a camera's page. */
export function cameraLink(baseUrl: string, scene: CameraScene): string {
  return `${baseUrl}/demo/cameras/${scene}.html`;
}
