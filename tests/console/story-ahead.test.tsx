import { atLeisure } from '#console/sections/stories/leisure.ts';
import StoryStrip from '#console/sections/stories/story-strip.tsx';
import { renderOnStage } from '#tests/support/console/stage.tsx';
import { arrive, button, dialog, open, rest, seen, setUpStories, user } from '#tests/support/console/stories.ts';

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
      requestIdleCallback: (callback: IdleRequestCallback) => {
        asked = callback;
        return 1;
      },
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  });

  test('STORY-06: is done one thing a frame, in its order, where enough of the frame is left', () => {
    const done: string[] = [];
    atLeisure(() => done.push('one'));
    atLeisure(() => done.push('two'));
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
    atLeisure(() => done.push('one'));
    now = 999;
    idle(0);
    expect(done).toEqual([]);
    now = 1000;
    idle(0);
    expect(done).toEqual(['one']);
  });

  test('STORY-06: can be taken back', () => {
    const done: string[] = [];
    const takeBack = atLeisure(() => done.push('one'));
    atLeisure(() => done.push('two'));
    takeBack();
    idle(12);
    idle(12);
    expect(done).toEqual(['two']);
  });
});

describe('what a move brings', () => {
  setUpStories();
  const covers = () =>
    [...dialog().querySelectorAll<HTMLElement>('button')].filter(({ className }) => /neighbour/.test(className));

  test('STORY-04: is drawn before it, unseen, and only shown by it', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 8');
    await rest();
    const before = covers();
    const unseen = before.filter((cover) => cover.getAttribute('aria-hidden') === 'true');
    // On each side the open story and that of the other side.
    expect(before).toHaveLength(6);
    expect(unseen).toHaveLength(4);
    await arrive();
    await user.click(button('Следующий кадр'));
    expect(seen()).toBe('Кадр 9a');
    const shown = covers().filter((cover) => cover.getAttribute('aria-hidden') === 'false');
    expect(shown.map((cover) => cover.textContent)).toEqual(expect.arrayContaining(['История 8', 'История 7']));
    for (const cover of shown) expect(unseen).toContain(cover);
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
