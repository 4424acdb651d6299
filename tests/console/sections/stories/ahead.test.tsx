import { within } from '@testing-library/react';
import StoryStrip from '#console/sections/stories/story-strip.tsx';
import { whenIdle } from '#console/ui/timing/when-idle.ts';
import { pass } from '#tests/support/console/clock.ts';
import { delayedReply } from '#tests/support/console/server.ts';
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
  rest,
  STORIES,
  server,
  setUpStories,
  user,
} from '#tests/support/console/stories.ts';

describe('what waits for leisure', () => {
  let now = 0;
  let asked: IdleRequestCallback | undefined;
  /** A moment in which nothing else is to be done, with so much left of it, ms. */
  const idle = (left: number) => {
    const callback = asked;
    asked = undefined;
    callback?.({ didTimeout: false, timeRemaining: () => left });
  };
  beforeEach(() => {
    now = 0;
    asked = undefined;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    Object.assign(globalThis, {
      cancelIdleCallback: () => {
        asked = undefined;
      },
      requestIdleCallback: (callback: IdleRequestCallback) => {
        asked = callback;
        return 1;
      },
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'requestIdleCallback');
    Reflect.deleteProperty(globalThis, 'cancelIdleCallback');
  });

  test('STORY-06: is done one thing a frame, in its order, where enough of the frame is left', () => {
    const done: string[] = [];
    whenIdle(() => done.push('one'));
    whenIdle(() => done.push('two'));
    idle(3);
    expect(done).toEqual([]);
    idle(12);
    expect(done).toEqual(['one']);
    idle(12);
    expect(done).toEqual(['one', 'two']);
    expect(asked).toBeUndefined();
  });

  test('STORY-06: is done after a second even if nothing is ever left', () => {
    const done: string[] = [];
    whenIdle(() => done.push('one'));
    now = 999;
    idle(0);
    expect(done).toEqual([]);
    now = 1000;
    idle(0);
    expect(done).toEqual(['one']);
  });

  test('STORY-06: can be taken back', () => {
    const done: string[] = [];
    const takeBack = whenIdle(() => done.push('one'));
    whenIdle(() => done.push('two'));
    takeBack();
    idle(12);
    idle(12);
    expect(done).toEqual(['two']);
  });
});

describe('what a move brings', () => {
  setUpStories();
  /** The covers of a side, whether they are seen or not. */
  const covers = (side: string) => {
    const beside = within(dialog()).getByRole('button', { name: new RegExp(`^${side} история`) });
    return [...beside.children].map((cover) => cover as HTMLElement);
  };
  const shown = (side: string) => covers(side).filter(({ dataset }) => dataset.shown);

  test('STORY-04: is drawn before it, unseen, and only shown by it', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 8');
    await rest();
    const ahead = ['Предыдущая', 'Следующая'].flatMap(covers);
    // On each side its own, that of the open story and that of the other side.
    expect(ahead).toHaveLength(6);
    await arrive();
    await user.click(button('Следующий кадр'));
    expect(currentHeading()).toBe('Кадр 9a');
    for (const [side, title] of [
      ['Предыдущая', 'История 8'],
      ['Следующая', 'История 7'],
    ] as const) {
      expect(shown(side).map(({ textContent }) => textContent)).toEqual([title]);
      expect(ahead).toContain(shown(side)[0]);
    }
  });

  test('STORY-03, STORY-09: the next story is asked for once, even when its turn comes before its answer', async () => {
    const answer = delayedReply({ json: { ...item(9), duration: null, frames: STORIES[9] } });
    server.answer(one(9), answer.reply);
    renderOnStage(<StoryStrip />);
    await open('История 8');
    await rest();
    await user.click(button('Следующий кадр'));
    await rest();
    expect(isOpen()).toBe(true);
    answer.release();
    await pass(5);
    expect(currentHeading()).toBe('Кадр 9a');
    expect(server.callsTo(one(9))).toHaveLength(1);
  });

  test('STORY-03: one that did not come ahead of its turn is asked for again at its turn', async () => {
    server.answer(one(9), { status: 500, json: {} });
    renderOnStage(<StoryStrip />);
    await open('История 8');
    await rest();
    await pass(5);
    expect(server.callsTo(one(9))).toHaveLength(1);
    server.answer(one(9), { json: { ...item(9), duration: null, frames: STORIES[9] } });
    await user.click(button('Следующий кадр'));
    await pass(5);
    expect(currentHeading()).toBe('Кадр 9a');
    expect(server.callsTo(one(9))).toHaveLength(2);
  });

  test('STORY-12: the page behind is not painted while the viewer is open', async () => {
    const page = document.createElement('div');
    page.id = 'root';
    document.body.append(page);
    try {
      renderOnStage(<StoryStrip />);
      await open('История 9');
      expect(page).not.toBeVisible();
      await user.click(button('Закрыть'));
      expect(page).toBeVisible();
    } finally {
      page.remove();
    }
  });
});
