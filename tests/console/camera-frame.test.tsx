import { fireEvent, screen } from '@testing-library/react';
import { CameraFrame, frameRights, isRefusedWithoutTls } from '#console/sections/cameras/camera-frame.tsx';
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
  expect(frameRights('http://localhost:8080/x')).toEqual(frameRights(globalThis.location.href));
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
