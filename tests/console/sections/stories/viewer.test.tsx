import { fireEvent, screen, within } from '@testing-library/react';
import StoryStrip from '#console/sections/stories/story-strip.tsx';
import { pass } from '#tests/support/console/clock.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';
import {
  arrive,
  button,
  currentHeading,
  dialog,
  isOpen,
  item,
  one,
  open,
  pause,
  play,
  rest,
  STORIES,
  server,
  setUpStories,
  strip,
  user,
  watch,
} from '#tests/support/console/stories.ts';

setUpStories();

describe('the viewer', () => {
  test('STORY-02, STORY-15: a click opens the overlay at the first story of the chosen group, with a close button', async () => {
    renderOnStage(<StoryStrip />);
    await strip();
    expect(isOpen()).toBe(false);
    await open('История 9');
    expect(currentHeading()).toBe('Кадр 9a');
    expect(dialog()).toHaveAttribute('aria-modal', 'true');
    expect(button('Закрыть')).toBeInTheDocument();
  });

  test('STORY-02: while it is open an error comes below the row of its cross', async () => {
    renderOnStage(<StoryStrip />);
    const top = () => document.documentElement.style.getPropertyValue('--toast-top');
    expect(top()).toBe('');
    await open('История 9');
    expect(top()).toBe('76px');
    await user.click(button('Закрыть'));
    expect(top()).toBe('');
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
    expect(currentHeading()).toBe('Кадр 9a');
    expect(button('Следующая история: История 7')).toBeInTheDocument();
  });

  test('STORY-05: the zones lead to the story before and the one after', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    await user.click(button('Следующий кадр'));
    expect(currentHeading()).toBe('Кадр 7b');
    await user.click(button('Предыдущий кадр'));
    expect(currentHeading()).toBe('Кадр 7a');
    await user.click(button('Предыдущий кадр'));
    await pass(0);
    expect(currentHeading()).toBe('Кадр 9b');
  });

  test('STORY-06, STORY-07, CONST-07: the first frame stays 2500 ms, the next 1500', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    await watch(2490);
    expect(currentHeading()).toBe('Кадр 7a');
    await watch(10);
    expect(currentHeading()).toBe('Кадр 7b');
    await watch(1490);
    expect(currentHeading()).toBe('Кадр 7b');
    await watch(10);
    expect(currentHeading()).toBe('Кадр 8a');
  });

  test('STORY-08: a frame with a duration of 4000 stays that long, and a second more when it is the first', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 8');
    await watch(4990);
    expect(currentHeading()).toBe('Кадр 8a');
    await watch(10);
    expect(currentHeading()).toBe('Кадр 9a');
  });

  test('STORY-09: after the last group comes the first', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 9');
    await watch(2500);
    expect(currentHeading()).toBe('Кадр 9b');
    await watch(3000);
    expect(currentHeading()).toBe('Кадр 7a');
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
      expect(currentHeading()).toBe('Кадр 7a');
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
    expect(currentHeading()).toBe('Кадр 9b');
    expect(current()?.tagName).toBe('VIDEO');
    expect(current()).toHaveAttribute('src', '/files/9b');
  });

  test('STORY-14: a film is mute, plays while its frame is seen, and stops with it', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 9');
    await rest();
    const video = () => dialog().querySelector('video') as HTMLVideoElement;
    expect(video().muted).toBe(true);
    expect(play).not.toHaveBeenCalled();
    await user.click(button('Следующий кадр'));
    expect(play).toHaveBeenCalledTimes(1);
    await arrive();
    pause.mockClear();
    await watch(2990);
    expect(currentHeading()).toBe('Кадр 9b');
    expect(pause).not.toHaveBeenCalled();
    await watch(10);
    expect(currentHeading()).toBe('Кадр 7a');
    expect(pause).toHaveBeenCalled();
  });

  test('STORY-06: the timer waits while the frame loads; what cannot be loaded says so and goes on', async () => {
    renderOnStage(<StoryStrip />);
    await user.click(within(await strip()).getByRole('button', { name: /История 7/ }));
    await screen.findByText('Кадр 7a');
    await pass(20_000);
    expect(currentHeading()).toBe('Кадр 7a');
    const picture = dialog().querySelector('[data-current] img');
    if (picture) fireEvent.error(picture);
    expect(within(dialog()).getByText('Кадр не загрузился')).toBeInTheDocument();
    await pass(2500);
    expect(currentHeading()).toBe('Кадр 7b');
  });

  test('STORY-06: the frames to come are loaded before their turn, over the end of the story too', async () => {
    renderOnStage(<StoryStrip />);
    const loading = () =>
      [...dialog().querySelectorAll('[class*=FrameLayer] > *')].map((each) => each.getAttribute('src'));
    await open('История 7');
    expect(loading()).not.toContain('/files/7b');
    await rest();
    expect(loading()).toEqual(expect.arrayContaining(['/files/7a', '/files/7b']));
    expect(loading()).not.toContain('/files/8a');
    await user.click(button('Следующий кадр'));
    await rest();
    await pass(5);
    await rest();
    expect(loading()).toContain('/files/8a');
  });

  test('STORY-06: the pause button stops and goes on where it was', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    await pass(1000);
    await user.click(button('Пауза'));
    await pass(60_000);
    expect(currentHeading()).toBe('Кадр 7a');
    await user.click(button('Продолжить показ'));
    await pass(1490);
    expect(currentHeading()).toBe('Кадр 7a');
    await pass(10);
    expect(currentHeading()).toBe('Кадр 7b');
  });

  test('STORY-06: a tab nobody sees stops the clock', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    await pass(20_000);
    expect(currentHeading()).toBe('Кадр 7a');
    visibility.mockReturnValue('visible');
    fireEvent(document, new Event('visibilitychange'));
    await pass(2500);
    expect(currentHeading()).toBe('Кадр 7b');
  });

  test('STORY-05: the arrow keys lead on and back, Space stops and goes on', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 7');
    await user.keyboard('{ArrowRight}');
    expect(currentHeading()).toBe('Кадр 7b');
    await user.keyboard('{ArrowLeft}');
    expect(currentHeading()).toBe('Кадр 7a');
    await user.keyboard(' ');
    await arrive();
    await pass(20_000);
    expect(currentHeading()).toBe('Кадр 7a');
    await user.keyboard(' ');
    await pass(2500);
    expect(currentHeading()).toBe('Кадр 7b');
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
    expect(currentHeading()).toBe('Кадр 9a');
    await user.click(button('Следующий кадр'));
    await arrive();
    await pass(20_000);
    expect(currentHeading()).toBe('Кадр 9b');
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
    expect(currentHeading()).toBe('Кадр 8a');
  });

  test('STORY-09: a story without frames is shown by its cover and passed', async () => {
    server.answer(one(8), { json: { ...item(8), duration: null, frames: [] } });
    renderOnStage(<StoryStrip />);
    await open('История 8');
    expect(dialog().querySelector('[data-current] img')).toHaveAttribute('src', '/files/cover-8-large');
    await watch(2500);
    expect(currentHeading()).toBe('Кадр 9a');
  });
});
