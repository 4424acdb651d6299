import { useQuery } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import type { Notice } from '#console/data/live/notice.ts';
import { deliver, forgetNotices } from '#console/data/live/notices.ts';
import { session } from '#console/data/session/session.ts';
import Notices, { soundInOneTab } from '#console/sections/notifications/notices.tsx';
import { NoticeStack, stackHeight } from '#console/sections/notifications/stack.tsx';
import { MS } from '#resources/limits.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { serveAnswers } from '#tests/support/console/server.ts';
import { lastSocket, serveSockets } from '#tests/support/console/sockets.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const notice = (id: number, more: Partial<Notice> = {}): Notice => ({
  id: String(id),
  message: `сообщение ${id}`,
  ref: '',
  sentBy: 'Дарья Калинина',
  type: 'news',
  subtype: 'info',
  ...more,
});

/** Delivers so many notifications with ids from 1. */
const give = (count: number) =>
  act(() => {
    for (let id = 1; id <= count; id += 1) deliver(notice(id));
  });

const toasts = () => within(screen.getByTestId('notices')).queryAllByRole('listitem');
const lost = () => screen.queryByText('Нет связи с сервером. Подключаемся снова…');
const hideAll = () => screen.queryByRole('button', { name: 'Скрыть все' });
const crosses = () => within(screen.getByTestId('notices')).getAllByRole('button', { name: /^Скрыть уведомление/ });

let user: ReturnType<typeof stopClock>;
let play: jest.SpyInstance;

beforeEach(() => {
  user = stopClock();
  act(() => forgetNotices());
  play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  jest.useRealTimers();
  play.mockRestore();
});

describe('the stack', () => {
  test('NOTIF-01, NOTIF-02: what is delivered is appended, once, whichever channel brings it', () => {
    renderOnStage(<NoticeStack />);
    give(2);
    expect(deliver(notice(2))).toBe(false);
    expect(toasts().map((toast) => toast.textContent)).toEqual([
      'Дарья Калинина: новое объявлениесообщение 1',
      'Дарья Калинина: новое объявлениесообщение 2',
    ]);
  });

  test('NOTIF-08: opening a toast leads to its page and takes it off the stack', async () => {
    renderOnStage(<NoticeStack />);
    act(() => void deliver(notice(1, { type: 'chat', subtype: 'message', ref: 'grp1' })));
    await user.click(screen.getByRole('link', { name: /новое сообщение/ }));
    expect(screen.getByTestId('address')).toHaveTextContent('/chats?chat_id=grp1');
  });

  test('NOTIF-11, NOTIF-12: the icon is drawn by the kind', () => {
    renderOnStage(<NoticeStack />);
    act(() => {
      deliver(notice(1, { subtype: 'accident' }));
      deliver(notice(2));
    });
    const icons = toasts().map((toast) => toast.querySelector('[data-icon]')?.getAttribute('data-icon'));
    expect(icons).toEqual(['warning', 'bell']);
  });

  test('NOTIF-15: one is removed, the others stay, and the focus goes to its neighbour', async () => {
    renderOnStage(<NoticeStack />);
    give(3);
    const [, second] = crosses();
    if (second) await user.click(second);
    expect(toasts().map((toast) => toast.querySelector('span span, a span')?.textContent)).toEqual([
      'сообщение 1',
      'сообщение 3',
    ]);
    expect(crosses()[1]).toHaveFocus();
  });

  test('NOTIF-16, NOTIF-18: «Скрыть все» is there from two toasts on', () => {
    renderOnStage(<NoticeStack />);
    expect(hideAll()).toBeNull();
    give(1);
    expect(hideAll()).toBeNull();
    give(2);
    expect(hideAll()).toBeVisible();
  });

  test('NOTIF-17: it hides the stack and after 300 ms clears all; what came meanwhile stays', async () => {
    renderOnStage(<NoticeStack />);
    give(3);
    const button = hideAll();
    if (button) await user.click(button);
    expect(screen.getByRole('region', { name: 'Уведомления' })).toHaveAttribute('data-hiding');
    act(() => void deliver(notice(9)));
    await pass(299);
    expect(toasts()).toHaveLength(4);
    await pass(1);
    expect(toasts()).toHaveLength(1);
    expect(screen.getByRole('region', { name: 'Уведомления' })).not.toHaveAttribute('data-hiding');
  });

  test('NOTIF-16: fifty are shown, the newest, and of the older ones their number until all are hidden', async () => {
    renderOnStage(<NoticeStack />);
    give(73);
    expect(toasts()).toHaveLength(50);
    expect(toasts()[0]).toHaveTextContent('сообщение 24');
    expect(screen.getByText('ещё 23 раньше')).toBeVisible();
    await user.click(hideAll() as HTMLElement);
    await pass(MS.hideAll);
    act(() => {
      deliver(notice(101));
      deliver(notice(102));
    });
    expect(toasts()).toHaveLength(2);
    expect(screen.queryByText(/^ещё /)).toBeNull();
  });

  test('NOTIF-20, NOTIF-21, NOTIF-22: its height by the number of toasts', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 10].map(stackHeight)).toEqual([0, 74, 156, 242, 'auto', 402, 484, 812]);
    renderOnStage(<NoticeStack />);
    const heights = [0, 1, 2, 3, 4, 5, 6].map((count) => {
      give(count);
      return screen.getByTestId('notices').style.height;
    });
    expect(heights).toEqual(['0px', '74px', '156px', '242px', 'auto', '402px', '484px']);
  });

  test('a screen reader hears additions only, in a region that is there before them', () => {
    renderOnStage(<NoticeStack />);
    const region = screen.getByRole('status');
    give(1);
    expect(region).toContainElement(screen.getByTestId('notices'));
    expect(region).toHaveAttribute('aria-atomic', 'false');
    expect(region).toHaveAttribute('aria-relevant', 'additions');
  });

  test('a toast goes when its time is up, but not while it is pointed at or has the focus', async () => {
    renderOnStage(<NoticeStack />);
    give(1);
    await pass(MS.notice - 1_000);
    await user.hover(screen.getByRole('link', { name: /новое объявление/ }));
    await pass(60_000);
    expect(toasts()).toHaveLength(1);
    await user.unhover(screen.getByRole('link', { name: /новое объявление/ }));
    await pass(500);
    act(() => crosses()[0]?.focus());
    await pass(60_000);
    expect(toasts()).toHaveLength(1);
    act(() => crosses()[0]?.blur());
    await pass(499);
    expect(toasts()).toHaveLength(1);
    await pass(1);
    expect(toasts()).toHaveLength(0);
  });

  test('time does not run in a tab that is not seen', async () => {
    const seen = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    renderOnStage(<NoticeStack />);
    give(1);
    await pass(MS.notice * 3);
    expect(toasts()).toHaveLength(1);
    seen.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(MS.notice);
    expect(toasts()).toHaveLength(0);
    seen.mockRestore();
  });
});

describe('notifications of the signed-in person', () => {
  const told = { id: 5, message: 'нет света', ref: '', sent_by: 'Ольга', type: 'news', subtype: 'accident', at: '' };

  const PERMISSIONS = 'GET /api/crm/permissions/';
  let server: ReturnType<typeof serveAnswers>;
  beforeEach(() => {
    serveSockets();
    session.token.set('stored');
    server = serveAnswers({
      'POST /api/authorized/socket-tickets/': { status: 201, json: { ticket: 't', expires_in: 30 } },
      [PERMISSIONS]: {
        json: { sections: { news: 'write', cameras: 'write' }, features: { services: true, live: true, tasks: true } },
      },
    });
  });

  async function open() {
    renderOnStage(<Notices />);
    await pass(0);
    await act(async () => lastSocket().say({ type: 'welcome', user: 1, last: 0 }));
  }

  test('NOTIF-01, NOTIF-19: what the socket brings is shown and heard, once', async () => {
    await open();
    await act(async () => {
      lastSocket().say({ type: 'notification', notification: told });
      lastSocket().say({ type: 'notification', notification: told });
    });
    expect(screen.getByText('Ольга: новое объявление')).toBeVisible();
    expect(play).toHaveBeenCalledTimes(1);
  });

  test('NOTIF-19: of several tabs one sounds', async () => {
    const asked: string[] = [];
    let free = true;
    const request = async (
      name: string,
      { ifAvailable }: LockOptions,
      work: (lock: object | null) => Promise<void>,
    ) => {
      asked.push(`${name} ${ifAvailable}`);
      const lock = free ? {} : null;
      free = false;
      await work(lock);
    };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
    soundInOneTab('41');
    soundInOneTab('41');
    await pass(0);
    expect(asked).toEqual(Array(2).fill('sound of notification 41 true'));
    expect(play).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(navigator, 'locks');
  });

  test('NOTIF-19: a sound that may not be played is no fault', async () => {
    play.mockRejectedValue(new DOMException('play() failed', 'NotAllowedError'));
    await open();
    await act(async () => lastSocket().say({ type: 'notification', notification: told }));
    await pass(0);
    expect(screen.getByText('Ольга: новое объявление')).toBeVisible();
  });

  test('PERM-04: a right that is taken away is gone at once', async () => {
    await open();
    await pass(0);
    expect(session.permissions.get()).toEqual({ news: 'write', cameras: 'write' });
    server.answer(PERMISSIONS, {
      json: { sections: { news: 'read', cameras: 'denied' }, features: { services: true, live: true, tasks: true } },
    });
    await act(async () => {
      lastSocket().say({ type: 'access-changed' });
      lastSocket().end(4003);
    });
    await pass(0);
    expect(session.permissions.get()).toEqual({ news: 'read', cameras: 'denied' });
  });

  test('PERM-04 PERM-05: the requests on screen are asked for anew with other rights, a form that is filled in is not', async () => {
    const asked: string[] = [];
    const Asking = ({ name }: { name: string }) => {
      const rest = name === 'tasks' ? ['board'] : ['getOne', { id: '1', meta: { form: true } }];
      useQuery({ queryKey: [name, ...rest], queryFn: () => asked.push(name) });
      return null;
    };
    renderOnStage(
      <>
        <Notices />
        <Asking name="tasks" />
        <Asking name="employees" />
      </>,
    );
    await pass(0);
    expect(asked.sort()).toEqual(['employees', 'tasks']);
    await act(async () => {
      lastSocket().say({ type: 'access-changed' });
      lastSocket().end(4003);
    });
    await pass(0);
    expect(asked.sort()).toEqual(['employees', 'tasks', 'tasks']);
  });

  test('a broken connection is told after three seconds, and may be tried again at once', async () => {
    await open();
    await act(async () => lastSocket().end(1006));
    await pass(900);
    expect(lost()).toBeNull();
    const before = lastSocket();
    await pass(2_200);
    expect(lost()).toBeVisible();
    await act(async () => lastSocket().end(1006));
    await user.click(screen.getByRole('button', { name: 'Подключиться' }));
    await pass(0);
    expect(lastSocket()).not.toBe(before);
    await act(async () => lastSocket().say({ type: 'welcome', user: 1, last: 0 }));
    expect(lost()).toBeNull();
  });
});
