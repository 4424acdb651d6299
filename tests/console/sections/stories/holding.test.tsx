import { fireEvent, render, screen, within } from '@testing-library/react';
import { TestTranslationProvider } from 'react-admin';
import StoryStrip from '#console/sections/stories/story-strip.tsx';
import { StoryTexts } from '#console/sections/stories/story-texts.tsx';
import { pass } from '#tests/support/console/clock.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';
import {
  arrive,
  button,
  currentHeading,
  item,
  one,
  open,
  rest,
  STORIES,
  server,
  setUpStories,
  strip,
  user,
} from '#tests/support/console/stories.ts';

setUpStories();

/** Goes on by so many frames, each of which arrives at once; what is seen no more is cleared away meanwhile. */
async function goOn(frames: number): Promise<void> {
  for (let turn = 0; turn < frames; turn += 1) {
    await arrive();
    await user.click(button('Следующий кадр'));
    await rest();
  }
}

test('STORY-06: the timer waits for a frame that is loaded a second time as for the first', async () => {
  renderOnStage(<StoryStrip />);
  await open('История 7');
  await goOn(3);
  expect(currentHeading()).toBe('Кадр 9a');
  // From here on nothing arrives: the first story's frames are drawn anew.
  await user.click(button('Следующий кадр'));
  expect(currentHeading()).toBe('Кадр 9b');
  await user.click(button('Следующий кадр'));
  await pass(20_000);
  expect(currentHeading()).toBe('Кадр 7a');
  await arrive();
  await pass(2500);
  expect(currentHeading()).toBe('Кадр 7b');
});

describe('a story that does not load', () => {
  const fail = async () => {
    server.answer(one(8), { status: 500, json: {} });
    renderOnStage(<StoryStrip />);
    await user.click(within(await strip()).getByRole('button', { name: /История 8/ }));
    await screen.findByText('История не загрузилась');
  };

  test('STORY-09, STORY-07: is passed after 2500 ms', async () => {
    await fail();
    await rest();
    await pass(2490);
    expect(screen.getByText('История не загрузилась')).toBeVisible();
    await pass(10);
    expect(currentHeading()).toBe('Кадр 9a');
  });

  test('STORY-03: asked for again it has its time from when it comes', async () => {
    await fail();
    await pass(1000);
    server.answer(one(8), { json: { ...item(8), duration: null, frames: STORIES[8] } });
    await user.click(button('Повторить'));
    await pass(20_000);
    expect(currentHeading()).toBe('Кадр 8a');
    await arrive();
    await rest();
    await pass(3_900);
    expect(currentHeading()).toBe('Кадр 8a');
    await pass(1_100);
    expect(currentHeading()).toBe('Кадр 9a');
  });
});

test.each(['Alt', 'Control', 'Meta'])('STORY-05: an arrow with %s is not the viewer’s', async (key) => {
  renderOnStage(<StoryStrip />);
  await open('История 7');
  await user.keyboard(`{${key}>}{ArrowRight}{/${key}}`);
  expect(currentHeading()).toBe('Кадр 7a');
});

describe('a text longer than its room', () => {
  const tell = jest.fn();
  const known = globalThis.ResizeObserver;

  beforeEach(() => {
    tell.mockClear();
    globalThis.ResizeObserver = class {
      constructor(private readonly seen: ResizeObserverCallback) {}
      observe = () => this.seen([], this as unknown as ResizeObserver);
      unobserve = () => undefined;
      disconnect = () => undefined;
    } as typeof ResizeObserver;
    jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(500);
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(100);
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 400 } as DOMRect);
    Element.prototype.scrollTo = jest.fn();
  });
  afterEach(() => {
    globalThis.ResizeObserver = known;
  });

  // jsdom's pointer events know neither button nor kind.
  const pointer = (type: string, pointerType: string) =>
    Object.assign(new MouseEvent(type, { bubbles: true, button: 0, relatedTarget: document.body }), { pointerType });
  const down = (box: Element) => fireEvent(box, pointer('pointerdown', 'touch'));
  const text = () => {
    const frame = { title: 'Кадр', description: 'Текст', duration: null, kind: 'image', file: '/files/1' } as const;
    render(
      <TestTranslationProvider translate={(key: string) => key}>
        <StoryTexts frame={frame} isShown failed={false} dispatch={tell} />
      </TestTranslationProvider>,
    );
    return screen.getByText('Кадр').parentElement?.parentElement as HTMLElement;
  };

  test('STORY-06: a press on it holds the frame', () => {
    down(text());
    expect(tell.mock.calls).toEqual([[{ type: 'brake', brake: 'press' }]]);
  });

  test.each([
    ['previous', 250],
    ['next', 270],
  ])('STORY-05: a short tap leads to the %s, as the zone beneath', (type, clientX) => {
    const box = text();
    down(box);
    fireEvent.click(box, { detail: 1, clientX });
    expect(tell).toHaveBeenLastCalledWith({ type });
  });

  test('STORY-05: a long press leads nowhere', async () => {
    const box = text();
    down(box);
    await pass(301);
    fireEvent.click(box, { detail: 1, clientX: 270 });
    expect(tell).not.toHaveBeenCalledWith({ type: 'next' });
  });

  test('STORY-06: reading it by wheel, by touch or by keyboard holds the frame until it is left', () => {
    const box = text();
    const brake = { type: 'brake', brake: 'read' };
    const unbrake = { type: 'unbrake', brake: 'read' };
    fireEvent.scroll(box);
    expect(tell).not.toHaveBeenCalled();
    fireEvent.wheel(box);
    expect(tell).toHaveBeenLastCalledWith(brake);
    fireEvent(box, pointer('pointerout', 'mouse'));
    expect(tell).toHaveBeenLastCalledWith(unbrake);
    jest.spyOn(Element.prototype, 'scrollTop', 'get').mockReturnValue(40);
    fireEvent.scroll(box);
    expect(tell).toHaveBeenLastCalledWith(brake);
    fireEvent.blur(box);
    fireEvent.focus(box);
    expect(tell).toHaveBeenLastCalledWith(brake);
    fireEvent.blur(box);
    expect(tell).toHaveBeenLastCalledWith(unbrake);
  });
});

test('STORY-06: a press holds the frame as long as it lasts and leads nowhere', async () => {
  renderOnStage(<StoryStrip />);
  await open('История 7');
  await user.pointer({ keys: '[MouseLeft>]', target: button('Следующий кадр') });
  await pass(20_000);
  await user.pointer({ keys: '[/MouseLeft]', target: button('Следующий кадр') });
  expect(currentHeading()).toBe('Кадр 7a');
  await pass(2500);
  expect(currentHeading()).toBe('Кадр 7b');
});
