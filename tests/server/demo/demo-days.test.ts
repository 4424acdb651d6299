import { COUNT } from '#resources/limits.ts';
import { isReadingDay } from '#resources/rules/readings/days.ts';
import { TOWN } from '#server/demo/town-plan.ts';

const DAYS = Array.from({ length: COUNT.submissionDayMax }, (_, at) => at + 1);

test.each(Object.entries(TOWN))(
  'READ-15: in the demo company of the size «%s» a building takes readings on every day that can be set',
  (_size, buildings) => {
    const closed = DAYS.filter(
      (day) =>
        !buildings.some(({ window, readings }) => {
          const [first, last] = window ?? [null, null];
          return readings.length > 0 && isReadingDay({ submit_start_day: first, submit_end_day: last }, day);
        }),
    );
    expect(closed).toEqual([]);
  },
);
