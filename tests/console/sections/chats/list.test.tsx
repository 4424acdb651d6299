import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Tinode } from 'tinode-sdk';
import { Contacts } from '#console/data/chat/contacts.ts';
import { chatTally, setChatTally } from '#console/data/chat/tally.ts';
import { session } from '#console/data/session/session.ts';
import ChatBackground from '#console/sections/chats/background.tsx';
import { chats } from '#console/sections/chats/section.ts';
import { MenuBadge } from '#console/shell/menu/menu-badge.tsx';
import { chatOf, chatSocket, DARIA, OLGA } from '#tests/support/console/chat-server.ts';
import { BUILDING, chatAnswers, openChats } from '#tests/support/console/chat-stage.tsx';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const LEV = 'usrLevLevLevLe';
const world = chatOf(
  {},
  { more: [{ topic: LEV, seq: 2, public: { fn: 'Лев Зотов' }, seen: { when: '2024-03-14T12:00:00.000Z' } }] },
);
const contacts = () => screen.findByRole('complementary', { name: 'Собеседники' });
const row = async (name: RegExp) => within(await contacts()).findByRole('button', { name });
const note = (what: string) => act(() => chatSocket().say({ info: { topic: 'me', src: OLGA, from: OLGA, what } }));
const arrive = (seq: number) =>
  act(() => chatSocket().say({ pres: { topic: 'me', src: OLGA, what: 'msg', seq, act: OLGA } }));

function hide(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: hidden ? 'hidden' : 'visible' });
  act(() => document.dispatchEvent(new Event('visibilitychange')));
}
afterEach(() => hide(false));

describe('the list of contacts', () => {
  test('CHAT-01, CHAT-02: the tabs part colleagues from residents', async () => {
    chatAnswers();
    await openChats(world, '/chats');
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(tabs).toEqual(['Все', 'Резиденты', 'Компания', 'Жалобы']);
    await row(/Дарья/);
    await userEvent.click(screen.getByRole('tab', { name: 'Компания' }));
    expect(await row(/Ольга/)).toHaveTextContent('Диспетчер');
    expect(within(await contacts()).queryByRole('button', { name: /Дарья/ })).toBeNull();
    expect(screen.getByTestId('address')).toHaveTextContent('/chats?tab=company');
    await userEvent.click(screen.getByRole('tab', { name: 'Резиденты' }));
    await row(/Дарья/);
    expect(within(await contacts()).queryByRole('button', { name: /Ольга/ })).toBeNull();
  });

  test('CHAT-04, CHAT-05, CHAT-06: a contact shows home, entrance, unread, time and who is online; the search goes by tags', async () => {
    chatAnswers();
    await openChats(world, '/chats');
    const daria = await row(/Дарья Калинина/);
    expect(daria).toHaveTextContent('ул. Лесная, 12, подъезд 2');
    expect(daria).toHaveTextContent('непрочитанных сообщений: 2');
    expect(within(daria).getByRole('img', { name: 'в сети' })).toBeInTheDocument();
    expect(within(await row(/Ольга/)).queryByRole('img', { name: 'в сети' })).toBeNull();
    expect(daria.querySelector('time')).toHaveTextContent(/^(\d\d:\d\d|вчера|21 нояб\.)$/);
    // Of what is open: one entrance, and the company.
    await waitFor(() =>
      expect(chatSocket().of('set')).toContainEqual(
        expect.objectContaining({ topic: 'fnd', desc: { public: 'company_1,porch_7' } }),
      ),
    );
  });

  test('CHAT-03: the words of the search come back with the page, and stand in no address', async () => {
    chatAnswers();
    const { router } = await openChats(world, '/chats');
    await row(/Дарья/);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Имя, дом или квартира' }), 'Оль');
    await waitFor(() => expect(router.state.location.state).toMatchObject({ find: 'Оль' }));
    expect(router.state.location.search).toBe('');
    await userEvent.click(await row(/Ольга/));
    await act(async () => router.navigate('/elsewhere'));
    await act(async () => router.navigate(-1));
    expect(await screen.findByRole('searchbox', { name: 'Имя, дом или квартира' })).toHaveValue('Оль');
    expect(within(await contacts()).queryByRole('button', { name: /Дарья/ })).toBeNull();
  });

  test('CHAT-05: other checked buildings are other residents and another search; colleagues stay', async () => {
    const server = chatAnswers();
    const other = { ...BUILDING, id: 4, number: '14', is_all_porches: true, available_porches: [] };
    server.answer('GET /api/crm/buildings/', { json: [BUILDING, other] });
    session.checkedBuildings.set([3]);
    await openChats(world, '/chats');
    await row(/Дарья/);
    // Counted in the menu and not shown here, so that it is said.
    const elsewhere = 'Ещё 2 непрочитанных в других домах';
    expect(screen.queryByText(elsewhere)).toBeNull();
    try {
      act(() => session.checkedBuildings.set([4]));
      await waitFor(async () => expect(within(await contacts()).queryByRole('button', { name: /Дарья/ })).toBeNull());
      expect(screen.getByText(elsewhere)).toBeVisible();
      await row(/Ольга/);
      const asked = () => chatSocket().of('set').at(-1);
      await waitFor(() => expect(asked()).toMatchObject({ topic: 'fnd', desc: { public: 'company_1,building_4' } }));
      act(() => session.checkedBuildings.set([3, 4]));
      await row(/Дарья/);
      expect(screen.queryByText(elsewhere)).toBeNull();
      await waitFor(() =>
        expect(asked()).toMatchObject({ topic: 'fnd', desc: { public: 'company_1,porch_7,building_4' } }),
      );
    } finally {
      act(() => session.checkedBuildings.set([3]));
    }
  });

  test('CHAT-03, CHAT-28: the search narrows the list and asks the server; a press opens the chat', async () => {
    const server = chatAnswers();
    const found = {
      user: 9,
      chat_id: 'usrFoundFoundF',
      kind: 'company',
      first_name: 'Олег',
      last_name: 'Найдёнов',
      avatar: null,
      position: 'Юрист',
      status: 'active',
      company: { id: 1, label: 'УК' },
      units: [],
    };
    server.answer('GET /api/crm/chat-contacts/', { json: { count: 1, number: 1, page_size: 50, results: [found] } });
    await openChats(world, '/chats');
    await row(/Дарья/);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Имя, дом или квартира' }), 'ол');
    await row(/Олег Найдёнов/);
    expect(within(await contacts()).queryByRole('button', { name: /Дарья/ })).toBeNull();
    const [call] = server.callsTo('GET /api/crm/chat-contacts/');
    expect(decodeURIComponent(call?.url ?? '')).toContain('search=ол&buildings_id=3');
    await userEvent.click(await row(/Ольга/));
    expect(screen.getByTestId('address')).toHaveTextContent(`/chats?chat_id=${OLGA}`);
    await screen.findByRole('heading', { name: 'Ольга Трофимова' });
  });

  test('CHAT-04: who was last seen when stands over his chat, who goes away was there just now', async () => {
    chatAnswers();
    await openChats(world, `/chats?chat_id=${LEV}`);
    const head = (await screen.findByRole('heading', { name: 'Лев Зотов' })).closest<HTMLElement>('header');
    if (!head) throw new Error('The chat has no header');
    expect(head).toHaveTextContent(/последний раз в сети 14 марта 2024$/);
    act(() => chatSocket().say({ pres: { topic: 'me', src: LEV, what: 'on' } }));
    await waitFor(() => expect(head).toHaveTextContent(/Зотовв сети$/));
    expect(within(await row(/Лев/)).getByRole('img', { name: 'в сети' })).toBeInTheDocument();
    act(() => chatSocket().say({ pres: { topic: 'me', src: LEV, what: 'off' } }));
    await waitFor(() => expect(head).toHaveTextContent(/последний раз в сети \d\d:\d\d$/));
    expect(within(await row(/Лев/)).queryByRole('img', { name: 'в сети' })).toBeNull();
    // The header says nothing of a person who was never online.
    await userEvent.click(await row(/Ольга/));
    expect((await screen.findByRole('heading', { name: 'Ольга Трофимова' })).closest('header')).not.toHaveTextContent(
      'в сети',
    );
  });

  test('CHAT-03: who types is seen in the list until he stops, and a draft where nobody does', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    try {
      chatAnswers();
      await openChats(world);
      await user.type(screen.getByRole('textbox', { name: 'Сообщение' }), 'Не забыть про кран');
      await user.click(await row(/Ольга/));
      expect(await row(/Дарья/)).toHaveTextContent('Черновик: Не забыть про кран');
      expect(await screen.findByRole('textbox', { name: 'Сообщение' })).toHaveValue('');
      await user.click(await row(/Дарья/));
      await waitFor(() => expect(screen.getByRole('textbox', { name: 'Сообщение' })).toHaveValue('Не забыть про кран'));
      await user.clear(screen.getByRole('textbox', { name: 'Сообщение' }));

      expect(await row(/Ольга/)).not.toHaveTextContent('печатает…');
      note('kp');
      expect(await row(/Ольга/)).toHaveTextContent('печатает…');
      act(() => jest.advanceTimersByTime(4_000));
      expect(await row(/Ольга/)).not.toHaveTextContent('печатает…');
      expect(await row(/Дарья/)).not.toHaveTextContent('Черновик');
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the chat beside the pages', () => {
  test('CHAT-25: a message plays a sound and counts in the title while the window is hidden, and not while it is seen', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    chatAnswers();
    document.title = 'Новости – Управдом';
    await openChats(world, '/chats?tab=company');
    renderOnStage(<ChatBackground />);
    const title = document.title;
    await row(/Ольга/);
    arrive(5);
    await waitFor(async () => expect(await row(/Ольга/)).toHaveTextContent('непрочитанных сообщений: 1'));
    expect([play.mock.calls.length, document.title]).toEqual([0, title]);
    const { unread } = chatTally();
    hide(true);
    expect(document.title).toBe(`(${unread}) ${title}`);
    arrive(6);
    await waitFor(() => expect(play).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(document.title).toBe(`(${unread + 1}) ${title}`));
    hide(false);
    expect(document.title).toBe(title);
    play.mockRestore();
  });

  test('CHAT-25: the first message of somebody who has no chats yet plays its sound too, and old ones do not', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const told: (() => void)[] = [];
    const tinode = { onInfoMessage: undefined, onCtrlMessage: undefined as ((ctrl: object) => void) | undefined };
    const chats: object[] = [];
    const me = {
      contacts: (each: (contact: object) => void) => chats.forEach(each),
      subscribe: async () => ({ code: 200 }),
      isSubscribed: () => true,
      startMetaQuery: () => query,
      onSubsUpdated: undefined as (() => void) | undefined,
    };
    const query: object = new Proxy({}, { get: () => () => query });
    const contacts = new Contacts(
      Object.assign(tinode, { getMeTopic: () => me, isAuthenticated: () => false }) as unknown as Tinode,
    );
    contacts.onArrival(({ name }) => told.push(() => name));
    await contacts.attach();
    tinode.onCtrlMessage?.({ topic: 'me', code: 204, params: { what: 'sub' } });
    await act(async () => new Promise((done) => setTimeout(done, 0)));
    chats.push({ name: OLGA, seq: 1, unread: 1, public: { fn: 'Ольга' } });
    me.onSubsUpdated?.();
    await waitFor(() => expect(told.map((name) => name())).toEqual([OLGA]));
    play.mockRestore();
  });

  test('CHAT-04, COMPL-10: the menu counts messages and complaints together', () => {
    const { count } = chats.menu ?? {};
    if (!count) throw new Error('The menu entry has no number');
    setChatTally({ unread: 2, complaints: 3 });
    renderOnStage(<MenuBadge count={count} />);
    expect(screen.getByText('5')).toBeInTheDocument();
    expect(screen.getByText(/непрочитанных сообщений и обращений: 5/)).toBeInTheDocument();
    act(() => setChatTally({ unread: 0, complaints: 0 }));
    expect(screen.queryByText('5')).toBeNull();
  });
});

describe('what was said last', () => {
  test('CHAT-04: a contact shows the last message below the home, who wrote it, and what of it is a picture', async () => {
    const server = chatAnswers();
    const said = (text: string, change: object = {}) => ({ mine: false, from: 'Дарья', text, kind: 'text', ...change });
    server.answer('GET /api/crm/chat-messages/last/', {
      json: {
        until: 1_700_000_000_000,
        results: [
          { chat: DARIA, ...said('Спасибо, жду') },
          { chat: OLGA, ...said('', { mine: true, kind: 'picture' }) },
        ],
      },
    });
    await openChats(world, '/chats');
    await waitFor(async () => expect(await row(/Дарья Калинина/)).toHaveTextContent('Спасибо, жду'));
    expect(await row(/Дарья Калинина/)).toHaveTextContent('ул. Лесная, 12, подъезд 2');
    expect(await row(/Ольга/)).toHaveTextContent('Вы: Картинка');
    // With the next message only what was said since is asked for.
    server.answer('GET /api/crm/chat-messages/last/', {
      json: { until: 1_700_000_100_000, results: [{ chat: OLGA, ...said('Лифт запустили') }] },
    });
    arrive(9);
    await waitFor(async () => expect(await row(/Ольга/)).toHaveTextContent('Лифт запустили'));
    expect(server.callsTo('GET /api/crm/chat-messages/last/').at(-1)?.url).toContain('since=1700000000000');
    expect(await row(/Дарья Калинина/)).toHaveTextContent('Спасибо, жду');
  });
});
