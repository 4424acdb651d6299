import { SLOT_WIDGETS } from '#console/app/slots.ts';
import type { MeterItem } from '#resources/protocol/readings/readings.ts';
import { setDate } from './clock.ts';
import { openSection } from './engine-stage.tsx';
import { GIVE, READINGS, readingRoom } from './readings.ts';

/** The server's answer to a value that it has taken. */
export const SAVED = { status: 201, json: { params: { id: 7, unit: 48, readings: {} } } };

/** Registers what the table of a round needs of a page: a day it is always on, and a size, which jsdom gives nothing. */
export function giveRoundRoom(): void {
  const heights = jest.spyOn(Element.prototype, 'clientHeight', 'get');
  const widths = jest.spyOn(Element.prototype, 'clientWidth', 'get');
  beforeEach(() => {
    setDate(new Date(2024, 2, 20, 12));
    heights.mockReturnValue(600);
    widths.mockReturnValue(900);
    Element.prototype.scrollTo = () => undefined;
  });
  afterEach(() => {
    heights.mockReset();
    widths.mockReset();
    jest.useRealTimers();
  });
}

/** Opens the round of these flats on a server that takes every value. */
export function openRound(flats: readonly MeterItem[], answers: Parameters<typeof readingRoom>[1] = {}) {
  const server = readingRoom(flats, { ...answers, answers: { [GIVE]: SAVED, ...answers.answers } });
  openSection(READINGS, '/readings?round=1', SLOT_WIDGETS);
  return server;
}
