import { act, fireEvent, render, screen } from '@testing-library/react';
import { type RaRecord, useRecordContext } from 'react-admin';
import {
  createFastScrollDetector,
  FastScrollingContext,
  useIsFastScrolling,
} from '#console/engine/list/layouts/fast-scrolling.ts';
import LongGrid from '#console/engine/list/layouts/long-grid.tsx';
import { type Slots, SlotsProvider } from '#console/engine/slots.tsx';
import { streamAddress } from '#console/sections/cameras/camera-frame.tsx';
import { ScrollAreaContext } from '#console/shell/scroll-area.ts';
import { crm } from '#tests/support/console/definitions.ts';
import { keys } from '#tests/support/console/keys.ts';

const WINDOW = 900;

describe('the speed of a scroll', () => {
  const scroll = (...notes: [offset: number, at: number, scrolling?: boolean][]) => {
    const speed = createFastScrollDetector();
    return notes.map(([offset, at, scrolling = true]) => speed(offset, WINDOW, at, scrolling));
  };

  test.each<[string, Parameters<typeof scroll>, boolean[]]>([
    [
      'a line that is read',
      [
        [0, 0],
        [16, 16],
        [32, 32],
      ],
      [false, false, false],
    ],
    [
      'ten windows a second, and a little more',
      [
        [0, 0],
        [900, 100],
        [1801, 200],
      ],
      [false, false, true],
    ],
    [
      'upwards as well',
      [
        [5000, 0],
        [4000, 16],
      ],
      [false, true],
    ],
    [
      'a jump by a key',
      [
        [0, 0],
        [90_000, 400],
      ],
      [false, false],
    ],
    ['one step alone', [[90_000, 0]], [false]],
    [
      'slower until half of it',
      [
        [0, 0],
        [1800, 100],
        [2300, 200],
        [2700, 300],
      ],
      [false, true, true, false],
    ],
    [
      'its end',
      [
        [0, 0],
        [1800, 100],
        [1800, 250, false],
        [1801, 260],
      ],
      [false, true, false, false],
    ],
  ])('%s', (_, notes, fast) => {
    expect(scroll(...notes)).toEqual(fast);
  });
});

describe('a grid of very many cards', () => {
  beforeEach(() => {
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(WINDOW);
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(240);
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1400);
    jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1_000_000);
  });
  afterEach(() => jest.restoreAllMocks());

  test('draws what a fast scroll passes without what can be pressed, and all of it once the list stands', async () => {
    const Card = () => (
      <p>
        {useRecordContext()?.label}
        {useIsFastScrolling() ? null : <button type="button">Смотреть</button>}
      </p>
    );
    const area = document.createElement('div');
    document.body.append(area);
    const grid = (
      <SlotsProvider slots={{ 'camera-card': Card } as unknown as Slots}>
        <ScrollAreaContext value={area}>
          <LongGrid
            resource={crm({}, { list: { layout: 'cards', card: 'camera-card' } })}
            rows={keys(500) as RaRecord[]}
          />
        </ScrollAreaContext>
      </SlotsProvider>
    );
    render(grid);
    await screen.findByText('Ключ 001');
    const buttons = () => screen.queryAllByRole('button').length;
    const cards = () => screen.getAllByText(/^Ключ/).length;
    expect(cards()).toBeGreaterThan(1);
    expect(cards()).toBeLessThan(100);
    expect(buttons()).toBe(cards());

    const clock = jest.spyOn(performance, 'now');
    const scrollTo = (top: number, at: number) => {
      clock.mockReturnValue(at);
      fireEvent.scroll(area, { target: { scrollTop: top } });
    };
    scrollTo(5000, 10);
    scrollTo(10_000, 26);
    scrollTo(15_000, 42);
    clock.mockRestore();
    expect(buttons()).toBeLessThan(cards());
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(buttons()).toBe(cards());
  });

  test('a card outside of a list is never in passing', () => {
    const Sees = () => <p>{useIsFastScrolling() ? 'мимо' : 'стоит'}</p>;
    const { rerender } = render(<Sees />);
    expect(screen.getByText('стоит')).toBeVisible();
    rerender(
      <FastScrollingContext value>
        <Sees />
      </FastScrollingContext>,
    );
    expect(screen.getByText('мимо')).toBeVisible();
  });
});

test('CAM-02: a camera without an address opens no page of the console in its frame', () => {
  expect(['', ' ', 'javascript:alert(1)'].map(streamAddress)).toEqual([null, null, null]);
  expect(streamAddress('https://cam.example.ru/1')).toBe('https://cam.example.ru/1');
});
