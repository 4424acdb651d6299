import { fireEvent, screen, waitFor } from '@testing-library/react';
import { session } from '#console/data/session/session.ts';
import { CameraFrame, iframePermissions, isRefusedWithoutTls } from '#console/sections/cameras/camera-frame.tsx';
import LinkedCamera from '#console/sections/cameras/linked-camera.tsx';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import { cameras } from '#resources/sections/cameras.ts';
import { HOUSES, openSection } from '#tests/support/console/engine-stage.tsx';
import { serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

beforeEach(() => {
  class Observer {
    observe = () => undefined;
    unobserve = () => undefined;
  }
  Object.assign(globalThis, { IntersectionObserver: Observer });
});

const show = (link: string) => {
  renderOnStage(<CameraFrame name="Двор" link={link} />);
  fireEvent.click(screen.getByRole('button', { name: /Показать/ }));
  return screen.findByTitle('Камера: Двор');
};

test('CAM-02: a player of another origin has its storage, its referrer and the full screen, and a link leads to its page', async () => {
  const frame = await show('https://cam.example.ru/player?id=1');
  expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin');
  expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
  expect(frame).toHaveAttribute('allow', 'autoplay; fullscreen');
  const link = screen.getByRole('link', { name: 'Открыть отдельно Двор' });
  expect(link).toHaveAttribute('href', 'https://cam.example.ru/player?id=1');
  expect(link).toHaveAttribute('rel', 'noreferrer');
  expect(screen.getByTitle(/страница камеры не разрешает показывать себя/)).toBeVisible();
});

test('CAM-02: a page of our own host can run its player and nothing of ours', async () => {
  globalThis.fetch = async () => new Response('');
  const frame = await show('/demo/cameras/yard.html');
  expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
  expect(screen.queryByRole('link')).toBeNull();
  expect(iframePermissions('http://localhost:8080/x')).toEqual(iframePermissions(globalThis.location.href));
});

test.each([
  ['http://cam.example.ru/', 'https:', true],
  ['http://192.168.0.7:8080/', 'https:', true],
  ['https://cam.example.ru/', 'https:', false],
  ['http://cam.example.ru/', 'http:', false],
  ['http://localhost:3000/', 'https:', false],
])('CAM-02: %s on a console by %s is said to be refused: %s', (address, protocol, isRefused) => {
  expect(isRefusedWithoutTls(address, { protocol })).toBe(isRefused);
});

const camera = (id: number) => ({
  id,
  name: `Двор ${id}`,
  link: 'https://cam.example.org',
  buildings: [3],
  is_all_buildings: true,
});
const { id, street, number, is_all_porches } = HOUSES[0];

test.each([
  ['among others of the list', [camera(9), camera(10)], true],
  ['of buildings that are not checked', [camera(10)], false],
  ['while the checked buildings have none', [], false],
])('CAM-02: an address opens its camera large, %s', async (_where, listed, hasNeighbours) => {
  session.token.set('stored');
  session.permissions.set({ cameras: 'read' });
  serveAnswers({
    'GET /api/crm/buildings/': { json: HOUSES },
    'GET /api/crm/cameras/': { json: listed },
    'GET /api/crm/cameras/9/': { json: { ...camera(9), buildings: [{ id, street, number, is_all_porches }] } },
  });
  openSection(completeDefinition(cameras), '/cameras?large=9', { 'linked-camera': LinkedCamera });
  expect(await screen.findByRole('dialog', { name: 'Двор 9' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Следующая камера' }) !== null).toBe(hasNeighbours);
  fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
