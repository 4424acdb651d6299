import type { CellPlace } from '#console/sections/readings/round/round-cells.ts';
import { RoundStore } from '#console/sections/readings/round/round-store.ts';

/** A gas meter of a flat that gave 100 last and usually uses 10. */
export const place = (change: Partial<CellPlace> = {}): CellPlace => ({
  unit: 48,
  meter: 'gas',
  given: '',
  last: '000100',
  usual: 10,
  months: 1,
  ...change,
});

/** A round with what it sent and took back. */
export function makeRound(
  give: (value: string) => Promise<number> = async () => 7,
  takeBack: () => Promise<void> = async () => undefined,
) {
  const sent: string[] = [];
  const taken: string[] = [];
  const store = new RoundStore({
    submit: (unit, values) => {
      const given = Object.entries(values).map(([meter, value]) => `${meter} ${value}`);
      sent.push(`${unit} ${given.join(', ')}`);
      return give(given.join(', '));
    },
    isRefusal: (error) => (error as Error).name === 'Refused',
    undo: (pass, meter) => {
      taken.push(`${pass} ${meter}`);
      return takeBack();
    },
    describeError: (error) => (error as Error).message,
  });
  return { store, sent, taken };
}

/** Once every answer that is there has been taken. */
export const flushAnswers = () => new Promise((resolve) => setTimeout(resolve));
