import { act, fireEvent, screen, within } from '@testing-library/react';
import { deliver, forgetNotices } from '#console/data/notices.ts';
import { session } from '#console/data/session.ts';
import StoryStrip from '#console/sections/stories/story-strip.tsx';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { held, type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const LIST = 'GET /api/crm/booklets/';
const one = (id: number) => `GET /api/crm/booklets/${id}/`;
const file = (name: string) => ({ file: `/files/${name}` });
const item = (id: number) => ({
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
const STORIES = { 7: [frame('7a'), frame('7b')], 8: [frame('8a', { duration: 4000 })], 9: [frame('9a'), film('9b')] };

let server: MadeUpServer;
let user: ReturnType<typeof stopClock>;
let play: jest.SpyInstance;
let pause: jest.SpyInstance;

beforeEach(() => {
  user = stopClock();
  session.token.set('token');
  session.userId.set('1');
  session.checkedBuildings.set([1, 2]);
  play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  pause = jest.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  server = serveAnswers({
    'GET /api/crm/buildings/': { json: [{ id: 1 }, { id: 2 }] },
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

const strip = () => screen.findByRole('region', { name: 'Истории' });
const dialog = () => screen.getByRole('dialog');
const isOpen = () => screen.queryByRole('dialog') !== null;
const button = (name: string) => within(dialog()).getByRole('button', { name });
/** The frame that is seen, by its title. */
const seen = () => within(dialog()).getByRole('heading', { level: 2 }).textContent;

/** All that is drawn has come from the server. */
function arrive(): void {
  for (const picture of dialog().querySelectorAll('img')) fireEvent.load(picture);
  for (const video of dialog().querySelectorAll('video')) fireEvent.loadedData(video);
}

/** Lets time pass in small steps in which whatever is drawn arrives at once. */
async function watch(ms: number): Promise<void> {
  arrive();
  await pass(ms);
  if (isOpen()) arrive();
}

/** Opens the story of a title and lets its first frame arrive. */
async function open(title: string): Promise<void> {
  await user.click(within(await strip()).getByRole('button', { name: new RegExp(title) }));
  await screen.findByRole('dialog');
  await screen.findByRole('heading', { level: 2 });
  arrive();
}

describe('the strip', () => {
  test('STORY-01: shows the covers of the stories of the checked buildings', async () => {
    renderOnStage(<StoryStrip />);
    const covers = [...(await strip()).querySelectorAll('img')].map((cover) => cover.getAttribute('src'));
    expect(covers).toEqual(['/files/cover-7-medium', '/files/cover-8-medium', '/files/cover-9-medium']);
    expect(server.callsTo(LIST).map(({ url }) => url)).toEqual(['/api/crm/booklets/?buildings_id=1,2']);
  });

  test('STORY-16: is not there when there is no story', async () => {
    server.answer(LIST, { json: [] });
    renderOnStage(<StoryStrip />);
    await pass(500);
    expect(server.callsTo(LIST)).toHaveLength(1);
    expect(screen.queryByRole('region')).toBeNull();
    expect(document.querySelector('[aria-busy]')).toBeNull();
  });

  test('STORY-01: says that it loads, and shows bones only when that takes a while', async () => {
    const slow = held({ json: [item(7)] });
    server.answer(LIST, slow.reply);
    renderOnStage(<StoryStrip />);
    expect(screen.getByText('Загружаем')).toBeInTheDocument();
    slow.release();
    await strip();
    expect(screen.queryByText('Загружаем')).toBeNull();
  });

  test('STORY-01: another choice of buildings asks anew', async () => {
    renderOnStage(<StoryStrip />);
    await strip();
    server.answer(LIST, { json: [item(8)] });
    act(() => session.checkedBuildings.set([2]));
    await pass(0);
    expect(server.callsTo(LIST).at(-1)?.url).toBe('/api/crm/booklets/?buildings_id=2');
    expect(within(await strip()).getAllByRole('button')).toHaveLength(1);
  });

  test('STORY-01: a notification of a new story fetches it anew', async () => {
    renderOnStage(<StoryStrip />);
    await strip();
    act(() => forgetNotices());
    act(() => {
      deliver({ id: '5', message: '', ref: '', sentBy: '', type: 'booklet', subtype: 'rules' });
    });
    await pass(0);
    expect(server.callsTo(LIST)).toHaveLength(2);
  });

  test('STORY-01: stands with a story that has neither name nor cover', async () => {
    server.answer(LIST, { json: [{ id: 7 }] });
    renderOnStage(<StoryStrip />);
    expect(within(await strip()).getByRole('button')).toHaveAccessibleName('История 1 , не просмотрена');
  });

  test('STORY-02: the ring of what was opened is gone, for this person alone', async () => {
    const { unmount } = renderOnStage(<StoryStrip />);
    await open('История 8');
    await user.keyboard('{Escape}');
    const rings = async () =>
      within(await strip())
        .getAllByRole('button')
        .map((story) => story.dataset.seen);
    expect(await rings()).toEqual(['false', 'true', 'false']);
    unmount();
    renderOnStage(<StoryStrip />);
    expect(await rings()).toEqual(['false', 'true', 'false']);
    act(() => session.userId.set('2'));
    expect(await rings()).toEqual(['false', 'false', 'false']);
  });
});

describe('the viewer', () => {
  test('STORY-02, STORY-15: a click opens the overlay at the first story of the chosen group, with a close button', async () => {
    renderOnStage(<StoryStrip />);
    await strip();
    expect(isOpen()).toBe(false);
    await open('История 9');
    expect(seen()).toBe('Кадр 9a');
    expect(dialog()).toHaveAttribute('aria-modal', 'true');
    expect(button('Закрыть')).toBeInTheDocument();
  });

  test('STORY-03: frames are asked for when their story is opened', async () => {
    renderOnStage(<StoryStrip />);
    await strip();
    await pass(1000);
    expect(server.calls.filter(({ url }) => /booklets\/\d/.test(url))).toEqual([]);
    await open('История 7');
    expect(server.callsTo(one(7))).toHaveLength(1);
    expect(server.callsTo(one(9))).toHaveLength(0);
  });

  test('STORY-04: shows the story before and the one after, around the ends, and opens them', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    expect(button('Следующая история: История 8')).toBeInTheDocument();
    await user.click(button('Предыдущая история: История 9'));
    await pass(0);
    expect(seen()).toBe('Кадр 9a');
    expect(button('Следующая история: История 7')).toBeInTheDocument();
  });

  test('STORY-05: the zones lead to the story before and the one after', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    await user.click(button('Следующий кадр'));
    expect(seen()).toBe('Кадр 7b');
    await user.click(button('Предыдущий кадр'));
    expect(seen()).toBe('Кадр 7a');
    await user.click(button('Предыдущий кадр'));
    await pass(0);
    expect(seen()).toBe('Кадр 9b');
  });

  test('STORY-06, STORY-07, CONST-07: the first frame stays 2500 ms, the next 1500', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    await watch(2490);
    expect(seen()).toBe('Кадр 7a');
    await watch(10);
    expect(seen()).toBe('Кадр 7b');
    await watch(1490);
    expect(seen()).toBe('Кадр 7b');
    await watch(10);
    expect(seen()).toBe('Кадр 8a');
  });

  test('STORY-08: a frame with a duration of 4000 stays that long, and a second more when it is the first', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 8');
    await watch(4990);
    expect(seen()).toBe('Кадр 8a');
    await watch(10);
    expect(seen()).toBe('Кадр 9a');
  });

  test('STORY-09: after the last group comes the first', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 9');
    await watch(2500);
    expect(seen()).toBe('Кадр 9b');
    await watch(3000);
    expect(seen()).toBe('Кадр 7a');
  });

  test.each([
    ['Escape', () => user.keyboard('{Escape}')],
    ['the close button', () => user.click(button('Закрыть'))],
  ])(
    'STORY-10, STORY-15: %s closes it and clears the stories; opening again loads anew, from the start',
    async (_by, close) => {
      renderOnStage(<StoryStrip />);
      await open('История 7');
      await user.click(button('Следующий кадр'));
      await close();
      expect(isOpen()).toBe(false);
      await pass(10_000);
      expect(isOpen()).toBe(false);
      await open('История 7');
      expect(seen()).toBe('Кадр 7a');
      expect(server.callsTo(one(7))).toHaveLength(2);
    },
  );

  test('STORY-10: the focus stays inside and comes back to the cover', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 8');
    expect(dialog()).toHaveFocus();
    for (const _press of [1, 2, 3, 4, 5, 6, 7]) {
      await user.tab();
      expect(dialog()).toContainElement(document.activeElement as HTMLElement);
    }
    await user.keyboard('{Escape}');
    expect(within(await strip()).getByRole('button', { name: 'История 8' })).toHaveFocus();
  });

  test('STORY-11: the page does not scroll while it is open', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    expect(document.body).toHaveStyle({ overflow: 'hidden' });
    await user.keyboard('{Escape}');
    expect(document.body).not.toHaveStyle({ overflow: 'hidden' });
  });

  test('STORY-13: a frame shows title, text and its picture or film from the large file', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 9');
    const current = () => dialog().querySelector('[data-current] > *');
    expect(current()?.tagName).toBe('IMG');
    expect(current()).toHaveAttribute('src', '/files/9a');
    expect(within(dialog()).getByText('Текст 9a')).toBeInTheDocument();
    await user.click(button('Следующий кадр'));
    expect(seen()).toBe('Кадр 9b');
    expect(current()?.tagName).toBe('VIDEO');
    expect(current()).toHaveAttribute('src', '/files/9b');
  });

  test('STORY-14: a film is mute, plays while its frame is seen, and stops with it', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 9');
    const video = () => dialog().querySelector('video') as HTMLVideoElement;
    expect(video().muted).toBe(true);
    expect(play).not.toHaveBeenCalled();
    await user.click(button('Следующий кадр'));
    expect(play).toHaveBeenCalledTimes(1);
    arrive();
    pause.mockClear();
    await watch(2990);
    expect(seen()).toBe('Кадр 9b');
    expect(pause).not.toHaveBeenCalled();
    await watch(10);
    expect(seen()).toBe('Кадр 7a');
    expect(pause).toHaveBeenCalled();
  });

  test('STORY-06: the timer waits while the frame loads; what cannot be loaded says so and goes on', async () => {
    renderOnStage(<StoryStrip />);
    await user.click(within(await strip()).getByRole('button', { name: /История 7/ }));
    await screen.findByText('Кадр 7a');
    await pass(20_000);
    expect(seen()).toBe('Кадр 7a');
    const picture = dialog().querySelector('[data-current] img');
    if (picture) fireEvent.error(picture);
    expect(within(dialog()).getByText('Кадр не загрузился')).toBeInTheDocument();
    await pass(2500);
    expect(seen()).toBe('Кадр 7b');
  });

  test('STORY-06: the frames to come are loaded before their turn, over the end of the story too', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    const loading = () => [...dialog().querySelectorAll('[class*=layer] > *')].map((each) => each.getAttribute('src'));
    expect(loading()).toEqual(expect.arrayContaining(['/files/7a', '/files/7b']));
    await user.click(button('Следующий кадр'));
    await pass(0);
    expect(loading()).toContain('/files/8a');
  });

  test('STORY-06: the pause button stops and goes on where it was', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    await pass(1000);
    await user.click(button('Пауза'));
    await pass(60_000);
    expect(seen()).toBe('Кадр 7a');
    await user.click(button('Продолжить показ'));
    await pass(1490);
    expect(seen()).toBe('Кадр 7a');
    await pass(10);
    expect(seen()).toBe('Кадр 7b');
  });

  test('STORY-06: a press holds the frame as long as it lasts and leads nowhere', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    await user.pointer({ keys: '[MouseLeft>]', target: button('Следующий кадр') });
    await pass(20_000);
    await user.pointer({ keys: '[/MouseLeft]', target: button('Следующий кадр') });
    expect(seen()).toBe('Кадр 7a');
    await pass(2500);
    expect(seen()).toBe('Кадр 7b');
  });

  test('STORY-06: a tab nobody sees stops the clock', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    await pass(20_000);
    expect(seen()).toBe('Кадр 7a');
    visibility.mockReturnValue('visible');
    fireEvent(document, new Event('visibilitychange'));
    await pass(2500);
    expect(seen()).toBe('Кадр 7b');
  });

  test('STORY-05: the arrow keys lead on and back, Space stops and goes on', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    await user.keyboard('{ArrowRight}');
    expect(seen()).toBe('Кадр 7b');
    await user.keyboard('{ArrowLeft}');
    expect(seen()).toBe('Кадр 7a');
    await user.keyboard(' ');
    arrive();
    await pass(20_000);
    expect(seen()).toBe('Кадр 7a');
    await user.keyboard(' ');
    await pass(2500);
    expect(seen()).toBe('Кадр 7b');
  });

  test('STORY-06: with less motion asked for it waits for a click, a film too', async () => {
    const known = globalThis.matchMedia;
    jest
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation((query) =>
        query.includes('prefers-reduced-motion') ? Object.assign(known(query), { matches: true }) : known(query),
      );
    renderOnStage(<StoryStrip />);
    await open('История 9');
    await pass(20_000);
    expect(seen()).toBe('Кадр 9a');
    await user.click(button('Следующий кадр'));
    arrive();
    await pass(20_000);
    expect(seen()).toBe('Кадр 9b');
    expect(play).not.toHaveBeenCalled();
  });

  test('STORY-03: a story that does not load says so and can be asked for again', async () => {
    server.answer(one(8), { status: 500, json: {} });
    renderOnStage(<StoryStrip />);
    await user.click(within(await strip()).getByRole('button', { name: /История 8/ }));
    await screen.findByText('История не загрузилась');
    server.answer(one(8), { json: { ...item(8), duration: null, frames: STORIES[8] } });
    await user.click(button('Повторить'));
    await pass(0);
    expect(seen()).toBe('Кадр 8a');
  });

  test('STORY-09: a story without frames is shown by its cover and passed', async () => {
    server.answer(one(8), { json: { ...item(8), duration: null, frames: [] } });
    renderOnStage(<StoryStrip />);
    await open('История 8');
    expect(dialog().querySelector('[data-current] img')).toHaveAttribute('src', '/files/cover-8-large');
    await watch(2500);
    expect(seen()).toBe('Кадр 9a');
  });
});
