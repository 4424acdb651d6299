import { act } from '@testing-library/react';
import { session } from '#console/data/session/session.ts';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import type { NewsItem } from '#resources/protocol/news/news.ts';
import { news } from '#resources/sections/news.ts';
import { buildingWith, flatIn } from './buildings.ts';
import { HOUSES, signedIn } from './engine-stage.tsx';
import type { MadeUpServer } from './server.ts';

/** The section of announcements as the console has it, without what stands above its list. */
export const NEWS = (() => {
  const { above: _strip, ...list } = completeDefinition(news).list;
  return { ...completeDefinition(news), list };
})();

const porch = (number: number) => ({ id: 30 + number, number });
const flat = (id: number) => flatIn(id, String(id - 100), porch(id < 104 ? 1 : 2));
/** Parts of building 3 and entrance 51. */
const inside = {
  floors: [
    { id: 61, number: 1, porch: porch(1) },
    { id: 62, number: 2, porch: porch(1) },
  ],
  pipes: [{ id: 71, name: '7', porch: porch(1), flats: [] }],
  units: [101, 102, 103, 104].map(flat),
};
export const BUILDING = buildingWith(HOUSES[0], { porches: [porch(1), porch(2)], ...inside });
const { is_all_porches: _, available_porches: __, ...ADDRESS } = HOUSES[1];
export const ENTRANCE = { id: 51, number: 1, building: ADDRESS, ...inside };
/** A server's answer to a saved announcement. */
export const savedNews = (id: number) => ({
  params: { id, title: 'Горячей воды не будет', description: 'Бригада уже на месте.', type: 'info', attachments: [] },
});
/** A feed of these announcements. */
export const feedOf = (results: readonly NewsItem[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});

/** Somebody who may write announcements for building 3 and entrance 51, and a server that knows both. */
export function newsroom(answers: Parameters<typeof signedIn>[1] = {}, level = 'write'): MadeUpServer {
  const server = signedIn(level, {
    'GET /api/crm/buildings/3/': { json: BUILDING },
    'GET /api/crm/porches/51/': { json: ENTRANCE },
    'POST /api/crm/news/reach/': { json: { flats: 48, residents: 61, parts: [] } },
    'POST /api/crm/news/': { status: 201, json: { data: savedNews(9) } },
    'GET /api/crm/news/9/': { json: { ...announcement({ id: 9 }), target: { buildings: [3] } } },
    ...answers,
  });
  act(() => session.permissions.set({ news: level }));
  return server;
}

const picture = (id: number) => ({
  id,
  name: `Фото ${id}.jpg`,
  size: 1000,
  mime: 'image/jpeg',
  preview_url: `/p/${id}`,
  medium: { file: `/m/${id}` },
  large: { file: `/l/${id}` },
});

/** An announcement with so many pictures. */
export function announcement(change: Partial<NewsItem> = {}, pictures = 0): NewsItem {
  return {
    id: 1,
    title: 'Горячей воды не будет',
    description: 'Бригада уже на месте, вернём к вечеру.',
    type: 'info',
    author: { name: 'Ольга Трофимова', avatar: null },
    is_own: false,
    is_all_places: true,
    recipients: 'ул. Лесная, 12: подъезды 1 и 2',
    date: '2023-03-05T09:00:00Z',
    publish_at: null,
    planned: null,
    date_edit: '2023-03-05T09:00:00Z',
    image_attachments: Array.from({ length: pictures }, (_, index) => picture(index + 1)),
    file_attachments: [],
    ...change,
  };
}
