import { act, screen, within } from '@testing-library/react';
import { reportFailure } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { ErrorToast } from '#console/shell/toasts/error-toast.tsx';
import { MS } from '#resources/limits.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

let user: ReturnType<typeof stopClock>;

beforeEach(() => {
  user = stopClock();
  renderOnStage(
    <>
      <button type="button">рядом</button>
      <ErrorToast />
    </>,
  );
});
afterEach(() => jest.useRealTimers());

const toast = () => screen.queryByRole('alert');
const fail = (error: string, status = 500, path = '/api/crm/news/') =>
  act(() => reportFailure(new RequestError('', status, { error }, path, 'r-17')));

describe('the global alert', () => {
  test('ERR-01: tells what the server says, with the id of the request', () => {
    expect(toast()).toBeNull();
    fail('Место занято');
    expect(toast()).toHaveTextContent('Место занято');
    expect(toast()).toHaveTextContent('Номер запроса: r-17');
  });

  test('ERR-02, ERR-14: and the general sentence when there is none', () => {
    act(() => reportFailure(new TypeError('Failed to fetch')));
    expect(toast()).toHaveTextContent('Возникла непредвиденная ошибка, обратитесь в поддержку Управдом');
  });

  test('ERR-05: is silent about the devices', () => {
    fail('нет', 500, '/api/authorized/devices/');
    expect(toast()).toBeNull();
  });

  test('ERR-08: a click beside it leaves it, its cross closes it', async () => {
    fail('Место занято');
    await user.click(screen.getByRole('button', { name: 'рядом' }));
    await user.click(document.body);
    expect(toast()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Закрыть' }));
    expect(toast()).toBeNull();
  });

  test('ERR-09, CONST-07: goes by itself after 6000 ms and not before', async () => {
    expect(MS.toast).toBe(6_000);
    fail('Место занято');
    await pass(5_999);
    expect(toast()).toBeVisible();
    await pass(1);
    expect(toast()).toBeNull();
  });

  test('ERR-09: while it is pointed at its time stands still', async () => {
    fail('Место занято');
    await pass(4_000);
    await user.hover(screen.getByText('Место занято'));
    await pass(60_000);
    expect(toast()).toBeVisible();
    await user.unhover(screen.getByText('Место занято'));
    await pass(6_000);
    expect(toast()).toBeNull();
  });

  test('failures that come together stand one below the other, the same one once, and begin the time anew', async () => {
    fail('Место занято');
    await pass(5_000);
    fail('Нет связи');
    fail('Место занято');
    const lines = within(screen.getByRole('alert')).getAllByText(/Место занято|Нет связи/);
    expect(lines.map((line) => line.firstChild?.textContent)).toEqual(['Нет связи', 'Место занято']);
    await pass(5_000);
    expect(toast()).toBeVisible();
    await pass(1_000);
    expect(toast()).toBeNull();
  });

  test('never more than four', () => {
    for (const name of ['1', '2', '3', '4', '5']) fail(`сбой ${name}`);
    expect(within(screen.getByRole('alert')).getAllByText(/^сбой/)).toHaveLength(4);
    expect(toast()).not.toHaveTextContent('сбой 1');
  });
});
