import type { CameraScene } from './camera-page.ts';
import type { DemoCompany } from './company.ts';
import type { NewRow, RowBatch } from './rows.ts';
import { itemAt } from './seeded.ts';

/** Cameras: name, scene, and indexes of their buildings in the town plan. */
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

/** Rows of cameras whose pages this server renders itself (`camera-page.ts`). */
export function createCameras({ buildings, calendar, baseUrl, size }: DemoCompany): RowBatch {
  const cameras: NewRow<'cameras'>[] = [];
  const houses: NewRow<'camera_buildings'>[] = [];
  for (const [name, scene, buildingIndexes] of size === 'yard' ? CAMERAS.slice(0, 8) : CAMERAS) {
    const id = cameras.length + 1;
    cameras.push({ id, name, link: cameraLink(baseUrl, scene), created_at: calendar.ago(300 - id * 9, '12:00') });
    const chosenBuildings = new Set(buildingIndexes.map((index) => itemAt(buildings, index).id));
    houses.push(...[...chosenBuildings].map((building) => ({ camera_id: id, building_id: building })));
  }
  return { cameras, camera_buildings: houses };
}

/** URL of a camera's page. */
export function cameraLink(baseUrl: string, scene: CameraScene): string {
  return `${baseUrl}/demo/cameras/${scene}.html`;
}
