import { act, fireEvent, screen, within } from '@testing-library/react';
import { session } from '#console/data/session/session.ts';
import { house } from '#tests/support/console/buildings.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';

export const LIST = 'GET /api/crm/booklets/';
export const one = (id: number) => `GET /api/crm/booklets/${id}/`;
const file = (name: string) => ({ file: `/files/${name}` });
export const item = (id: number) => ({
  id,
  title: `История ${id}`,
  subtype: 'rules',
  cover: { medium: file(`cover-${id}-medium`), large: file(`cover-${id}-large`) },
});
const frame = (name: string, more: object = {}) => ({
  id: 1,
  title: `Кадр ${name}`,
  description: `Текст ${name}`,
  duration: null,
  background_content: { type: 'image', large: file(name) },
  ...more,
});
const film = (name: string) =>
  frame(name, { duration: 3000, background_content: { type: 'video', large: file(name) } });

/** Three stories: of two frames, of one with a duration of 4 s, of a picture and a film. */
export const STORIES = {
  7: [frame('7a'), frame('7b')],
  8: [frame('8a', { duration: 4000 })],
  9: [frame('9a'), film('9b')],
};

/** Work that waits for idle time, which comes when a test rests. */
const idle: IdleRequestCallback[] = [];

export let server: MadeUpServer;
export let user: ReturnType<typeof stopClock>;
export let play: jest.SpyInstance;
export let pause: jest.SpyInstance;

/** A clock that stands still, a signed-in person and a server with the three stories, for the tests of a file. */
export function setUpStories(): void {
  beforeEach(() => {
    user = stopClock();
    idle.length = 0;
    Object.assign(globalThis, {
      requestIdleCallback: (callback: IdleRequestCallback) => idle.push(callback),
      cancelIdleCallback: (asked: number) => idle.splice(asked - 1, 1),
    });
    session.token.set('token');
    session.userId.set('1');
    session.checkedBuildings.set([1, 2]);
    play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    pause = jest.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
    server = serveAnswers({
      'GET /api/crm/buildings/': { json: [house(1), house(2)] },
      [LIST]: { json: [item(7), item(8), item(9)] },
      ...Object.fromEntries(
        Object.entries(STORIES).map(([id, frames]) => [
          one(Number(id)),
          { json: { ...item(Number(id)), duration: null, frames } },
        ]),
      ),
    });
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
}

export const strip = () => screen.findByRole('region', { name: 'Истории' });
export const dialog = () => screen.getByRole('dialog');
export const isOpen = () => screen.queryByRole('dialog') !== null;
export const button = (name: string) => within(dialog()).getByRole('button', { name });
/** The frame that is seen, by its title. */
export const currentHeading = () => within(dialog()).getByRole('heading', { level: 2 }).textContent;

/** All that is drawn has come from the server. */
export async function arrive(): Promise<void> {
  await act(async () => {
    for (const picture of dialog().querySelectorAll('img')) fireEvent.load(picture);
    for (const video of dialog().querySelectorAll('video')) fireEvent.loadedData(video);
  });
}

/** Lets be done what waits until nothing moves: each of it may ask for the next. No time passes. */
export async function rest(): Promise<void> {
  while (idle.length > 0) await act(async () => idle.shift()?.({ didTimeout: false, timeRemaining: () => 50 }));
}

/** Lets time pass in small steps in which whatever is drawn arrives at once. */
export async function watch(ms: number): Promise<void> {
  await rest();
  await arrive();
  await pass(ms);
  if (isOpen()) await arrive();
}

/** Opens the story of a title and lets its first frame arrive. */
export async function open(title: string): Promise<void> {
  await user.click(within(await strip()).getByRole('button', { name: new RegExp(title) }));
  await screen.findByRole('dialog');
  await screen.findByRole('heading', { level: 2 });
  await arrive();
}
