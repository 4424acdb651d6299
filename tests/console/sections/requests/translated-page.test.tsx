import { act, render, screen } from '@testing-library/react';
import { allowTranslation } from '#console/app/translated-page.ts';
import { CardFace } from '#console/sections/requests/board/request-card.tsx';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';
import { task } from '#tests/support/console/tasks.tsx';

beforeAll(() => allowTranslation());

/** Text nodes of a page, but blank ones. */
function texts(page: Element): Text[] {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found.filter(({ data }) => data.trim());
}

/** How translators leave a text node: within their elements, or out of the page with theirs in its place. */
const TRANSLATORS = {
  'wraps it': (text: Text, font: HTMLElement) => {
    text.replaceWith(font);
    font.append(text);
  },
  'replaces it at once': (text: Text, font: HTMLElement) => {
    font.textContent = `[${text.data}]`;
    text.replaceWith(font);
  },
  'puts its own before it and takes it away': (text: Text, font: HTMLElement) => {
    font.textContent = `[${text.data}]`;
    text.before(font);
    text.remove();
  },
} as const;

async function translate(page: Element, by: keyof typeof TRANSLATORS): Promise<void> {
  for (const text of texts(page)) TRANSLATORS[by](text, document.createElement('font'));
  // Observers are told of changes a moment later.
  await act(async () => undefined);
}

/** Texts beside one another and beside elements, which come, change and go. */
function Row({ count, note, isLate }: { count: number; note: string; isLate: boolean }) {
  return (
    <p data-testid="row">
      {isLate ? 'Просрочена ' : null}
      {count} из {note}
      {isLate ? <b>!</b> : null}
      {note && ' конец'}
    </p>
  );
}

describe.each(Object.keys(TRANSLATORS) as (keyof typeof TRANSLATORS)[])('a page whose translator %s', (by) => {
  test('goes on: texts come, change and go, and none of the old ones stays', async () => {
    const { rerender } = render(<Row count={1} note="пять" isLate={false} />);
    const row = screen.getByTestId('row');
    const steps = [
      [2, 'пять', true],
      [3, '', true],
      [3, 'семь', false],
      [4, 'восемь', true],
    ] as const;
    for (const [count, note, isLate] of steps) {
      await translate(row, by);
      rerender(<Row count={count} note={note} isLate={isLate} />);
      await act(async () => undefined);
      const shown = row.textContent?.replaceAll(/[[\]]/g, '');
      expect(shown).toBe(`${isLate ? 'Просрочена ' : ''}${count} из ${note}${isLate ? '!' : ''}${note && ' конец'}`);
    }
  });

  test('TASK-15: the card of a request becomes overdue', async () => {
    stopClock();
    try {
      const card = task(1, 'created', 1, { deadline: new Date(Date.now() + 60_000).toISOString() });
      const { container } = renderOnStage(<CardFace request={card} />);
      await translate(container, by);
      await pass(120_000);
      expect(container).toHaveTextContent('Просрочена');
    } finally {
      jest.useRealTimers();
    }
  });
});

test('what is no text of the page is still refused where it does not belong', () => {
  const [one, other] = [document.createElement('p'), document.createElement('p')];
  expect(() => one.removeChild(other)).toThrow(/child/);
  expect(() => one.insertBefore(document.createElement('b'), other)).toThrow(/child/);
});
