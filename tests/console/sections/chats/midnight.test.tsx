import { screen } from '@testing-library/react';
import { ContactRow } from '#console/sections/chats/contact-row.tsx';
import { DaySeparator } from '#console/sections/chats/message-list.tsx';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const AT = new Date(2026, 10, 22, 14, 2).getTime();
const PERSON = {
  ...{ name: 'usrDariaDariaD', title: 'Дарья Калинина', photo: null, group: false, staff: null, position: '' },
  ...{ tags: [], unread: 0, touched: AT, online: false, lastSeenAt: null, isKnown: true, muted: false },
};

beforeEach(() => {
  stopClock();
  jest.setSystemTime(new Date(2026, 10, 22, 23, 59, 30));
});
afterEach(() => void jest.useRealTimers());

test('CHAT-04, CHAT-24: over midnight what was today becomes yesterday, over the messages and beside the contact', async () => {
  renderOnStage(
    <>
      <DaySeparator at={AT} />
      <ContactRow
        person={PERSON}
        subtitle=""
        last=""
        photo={null}
        typing={false}
        isChosen={false}
        onChosen={() => undefined}
      />
    </>,
  );
  const moment = screen.getByRole('button').querySelector('time');
  expect(screen.getByText('Сегодня')).toBeVisible();
  expect(moment).toHaveTextContent('14:02');
  await pass(29_000);
  expect(screen.getByText('Сегодня')).toBeVisible();
  await pass(1_000);
  expect(screen.getByText('Вчера')).toBeVisible();
  expect(moment).toHaveTextContent('вчера');
  await pass(24 * 60 * 60 * 1000);
  expect(screen.getByText('22 ноября')).toBeVisible();
});
