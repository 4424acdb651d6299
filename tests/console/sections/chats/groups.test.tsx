import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chatTally } from '#console/data/chat/tally.ts';
import {
  type ChatReplier,
  ChatSocket,
  ChatUpload,
  chatOf,
  chatSocket,
  ME,
  OLGA,
} from '#tests/support/console/chat-server.ts';
import { chatAnswers, openChats } from '#tests/support/console/chat-stage.tsx';
import { said } from '#tests/support/console/stage.tsx';

const NOW = '2026-11-21T10:00:00.000Z';
const SHIFT = 'grpShiftShiftS';
const STORE = 'grpStoreStoreS';
const acs = (mode: string) => ({ want: mode, given: mode, mode });
const OWNER = acs('JRWPASDO');
const MEMBER = acs('JRWPS');
const group = (topic: string, fn: string, access: object) => ({
  topic,
  updated: NOW,
  touched: NOW,
  seq: 1,
  read: 1,
  recv: 1,
  acs: access,
  public: { fn },
});
/** The window's packets to the chat about a topic, by kind. */
const ask = (kind: string, topic = SHIFT) =>
  chatSocket()
    .of(kind)
    .filter((packet) => packet.topic === topic);

const plain = chatOf({}, { more: [group(SHIFT, 'Дежурная смена', OWNER), group(STORE, 'Склад', MEMBER)] });
/** A chat with a group of mine and one of Olga's; `refuse` answers changes with a code. */
function withGroups(refuse: number | null = null): ChatReplier {
  return (kind, body) => {
    const { id, topic } = body as { id: string; topic: string };
    const ctrl = (code: number, params?: object, name = topic) => ({
      ctrl: { id, topic: name, code, text: 'x', ts: NOW, ...(params ? { params } : {}) },
    });
    if (kind === 'sub' && topic.startsWith('new')) {
      return [ctrl(200, { acs: OWNER, tmpname: topic }, 'grpNewNewNewNe')];
    }
    if (refuse && ['set', 'del', 'leave'].includes(kind) && topic.startsWith('grp')) return [ctrl(refuse)];
    const frames = plain(kind, body);
    if (kind !== 'sub' || (topic !== SHIFT && topic !== STORE)) return frames;
    const mine = topic === SHIFT;
    const sub = [
      {
        user: ME,
        updated: NOW,
        acs: mine ? OWNER : MEMBER,
        read: 1,
        recv: 1,
        online: true,
        public: { fn: 'Анна Лебедева' },
      },
      {
        user: OLGA,
        updated: NOW,
        acs: mine ? MEMBER : OWNER,
        read: 1,
        recv: 1,
        public: { fn: 'Ольга Трофимова' },
        trusted: { staff: true, position: 'Диспетчер' },
      },
    ];
    return frames.map((frame) => (frame.meta && 'sub' in frame.meta ? { meta: { id, topic, ts: NOW, sub } } : frame));
  };
}
const colleague = (user: number, chat_id: string, first_name: string, last_name: string) => ({
  user,
  chat_id,
  kind: 'company',
  first_name,
  last_name,
  avatar: null,
  position: 'Мастер',
  status: 'active',
  company: { id: 1, label: 'УК' },
  units: [],
});
function serve() {
  const server = chatAnswers();
  const results = [colleague(2, OLGA, 'Ольга', 'Трофимова'), colleague(3, 'usrPavelPavelP', 'Павел', 'Гордеев')];
  server.answer('GET /api/crm/chat-contacts/', { json: { count: 2, number: 1, page_size: 50, results } });
  return server;
}
const dialog = (name?: string | RegExp) => screen.findByRole('dialog', name ? { name } : {});
async function openGroup(topic: string, refuse: number | null = null) {
  serve();
  await openChats(withGroups(refuse), `/chats?chat_id=${topic}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Участники и настройки группы' }));
  return dialog();
}
async function memberMenu(window: HTMLElement) {
  await userEvent.click(await within(window).findByRole('button', { name: 'Действия: Ольга Трофимова' }));
}
/** The menu over the contacts, which offers nothing before it is connected. */
async function openListMenu() {
  await waitFor(() => expect(chatTally().link).toBe('open'));
  await userEvent.click(screen.getByRole('button', { name: 'Группы и настройки чата' }));
}
const pick = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }));

describe('groups of colleagues', () => {
  test('CHAT-27: one is made with a name and colleagues, and opened', async () => {
    const server = serve();
    await openChats(withGroups(), '/chats');
    await screen.findByText('Дежурная смена');
    await openListMenu();
    await pick('Создать группу');
    const window = await dialog('Создать группу');
    await userEvent.click(within(window).getByRole('button', { name: 'Создать' }));
    expect(await within(window).findByRole('alert')).toHaveTextContent(/обязательное поле/i);
    expect(
      chatSocket()
        .of('sub')
        .filter(({ topic }) => String(topic).startsWith('new')),
    ).toEqual([]);
    await userEvent.type(within(window).getByRole('textbox', { name: /Название группы/ }), 'Аварийка');
    await userEvent.click(await within(window).findByRole('checkbox', { name: /Ольга/ }));
    await userEvent.click(within(window).getByRole('checkbox', { name: /Павел/ }));
    expect(window).toHaveTextContent('Выбраны: Ольга Трофимова, Павел Гордеев');
    await userEvent.click(within(window).getByRole('checkbox', { name: /Павел/ }));
    await userEvent.click(within(window).getByRole('button', { name: 'Создать' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/chats?chat_id=grpNewNewNewNe'));
    await said('Группа «Аварийка» создана');
    const made = chatSocket()
      .of('sub')
      .find(({ topic }) => String(topic).startsWith('new'));
    expect(made).toMatchObject({ set: { desc: { public: { fn: 'Аварийка' } } } });
    expect(ask('set', 'grpNewNewNewNe')).toEqual([expect.objectContaining({ sub: { user: OLGA, mode: 'JRWPS' } })]);
    expect(server.callsTo('GET /api/crm/chat-contacts/')[0]?.url).toContain('kind=company');
  });

  test('CHAT-27: the address says that its window is open, and on which page; closing it leads back to the chat', async () => {
    serve();
    const { router } = await openChats(withGroups(), `/chats?chat_id=${SHIFT}&group=add`);
    await dialog('Добавить коллег');
    await userEvent.click(screen.getByRole('button', { name: 'Назад' }));
    await dialog('Дежурная смена');
    await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByTestId('address')).toHaveTextContent(`/chats?chat_id=${SHIFT}`);
    await userEvent.click(screen.getByRole('button', { name: 'Участники и настройки группы' }));
    await dialog('Дежурная смена');
    expect(screen.getByTestId('address')).toHaveTextContent(`/chats?chat_id=${SHIFT}&group=members`);
    await act(async () => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByTestId('address')).toHaveTextContent(new RegExp(`chat_id=${SHIFT}$`));
  });

  test('CHAT-27: its owner renames it, brings in, gives rights and takes out', async () => {
    let window = await openGroup(SHIFT);
    await waitFor(() => expect(window).toHaveTextContent('Участников: 2'));
    expect(within(window).getByText('Анна Лебедева (вы)').closest('li')).toHaveTextContent('владелец');
    await userEvent.click(within(window).getByRole('button', { name: 'Название и фото' }));
    window = await dialog('Название и фото');
    const name = within(window).getByRole('textbox', { name: /Название группы/ });
    expect(name).toHaveValue('Дежурная смена');
    await userEvent.clear(name);
    await userEvent.type(name, 'Ночная смена');
    await userEvent.click(within(window).getByRole('button', { name: 'Сохранить' }));
    window = await dialog('Ночная смена');
    await said('Название и фото группы сохранены');
    expect(ask('set')).toEqual([expect.objectContaining({ desc: { public: { fn: 'Ночная смена' } } })]);

    await memberMenu(window);
    await pick('Разрешить управлять группой');
    await waitFor(() => expect(ask('set').at(-1)).toMatchObject({ sub: { user: OLGA, mode: 'JRWPAS' } }));
    await memberMenu(window);
    await pick('Запретить писать');
    await waitFor(() => expect(ask('set').at(-1)).toMatchObject({ sub: { user: OLGA, mode: 'JRP' } }));

    await userEvent.click(within(window).getByRole('button', { name: /Добавить коллег/ }));
    window = await dialog('Добавить коллег');
    // A member is not offered again.
    const boxes = await within(window).findAllByRole('checkbox');
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([expect.stringContaining('Павел Гордеев')]);
    await userEvent.click(within(window).getByRole('checkbox', { name: /Павел/ }));
    await userEvent.click(within(window).getByRole('button', { name: 'Добавить' }));
    window = await dialog('Ночная смена');
    await said('В группу добавлены: Павел Гордеев');
    expect(ask('set').at(-1)).toMatchObject({ sub: { user: 'usrPavelPavelP', mode: 'JRWPS' } });

    await memberMenu(window);
    // A bare click, as switches and voice control make it, asks first.
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(ask('del')).toEqual([expect.objectContaining({ what: 'sub', user: OLGA })]));
  });

  test('CHAT-27: the owner deletes it for everybody; a refusal is said and leaves it there', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const window = await openGroup(SHIFT, 403);
    await userEvent.click(within(window).getByRole('button', { name: 'Удалить группу' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Этого сделать нельзя: не хватает прав')).toBeInTheDocument();
    expect(screen.getByTestId('address')).toHaveTextContent(SHIFT);
    expect(ask('del').at(-1)).toMatchObject({ what: 'topic', hard: true });
    expect(warned).toHaveBeenCalledWith('chat: refused', expect.objectContaining({ code: 403 }));
    warned.mockRestore();
  });

  test('CHAT-27: a group that was made and not filled is gone on with, not made once more', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    serve();
    await openChats(withGroups(503), '/chats');
    await openListMenu();
    await pick('Создать группу');
    const window = await dialog('Создать группу');
    await userEvent.type(within(window).getByRole('textbox', { name: /Название группы/ }), 'Ремонт');
    await userEvent.click(await within(window).findByRole('checkbox', { name: /Ольга/ }));
    const made = () =>
      chatSocket()
        .of('sub')
        .filter(({ topic }) => String(topic).startsWith('new')).length;
    const before = made();
    await userEvent.click(within(window).getByRole('button', { name: 'Создать' }));
    await within(window).findByText('Не получилось. Проверьте связь и попробуйте ещё раз');
    ChatSocket.answer = withGroups();
    await userEvent.click(within(window).getByRole('button', { name: 'Создать' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/chats?chat_id=grpNewNewNewNe'));
    await said('Группа «Ремонт» создана');
    expect(made() - before).toBe(1);
    expect(ask('set', 'grpNewNewNewNe').at(-1)).toMatchObject({ sub: { user: OLGA, mode: 'JRWPS' } });
    warned.mockRestore();
  });

  test('CHAT-26, CHAT-27: what one may not is greyed with the reason: leaving one’s own group, deleting for all in another’s', async () => {
    const window = await openGroup(SHIFT);
    const leave = await within(window).findByRole('button', { name: 'Выйти из группы' });
    expect(leave).toHaveAttribute('aria-disabled', 'true');
    expect(leave).toHaveAccessibleDescription(/^Владелец не может выйти из своей группы/);
    await userEvent.keyboard('{Escape}');
    cleanup();
    serve();
    await openChats(withGroups(), `/chats?chat_id=${STORE}`);
    const field = await screen.findByRole('textbox', { name: 'Сообщение' });
    await userEvent.type(field, 'Моё{Enter}');
    const bubble = (await screen.findByText('Моё')).closest<HTMLElement>('[data-seq]');
    if (!bubble) throw new Error('The message is not there');
    await userEvent.click(await within(bubble).findByRole('button', { name: 'Действия с сообщением' }));
    const item = await screen.findByRole('menuitem', { name: 'Удалить у всех' });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveAccessibleDescription('Удалять сообщения у всех в группе может только её владелец');
  });

  test('CHAT-27: who is in somebody else’s group may leave it, and learns why he may do no more', async () => {
    const window = await openGroup(STORE);
    const look = within(window).getByRole('button', { name: 'Название и фото' });
    expect(look).toHaveAttribute('aria-disabled', 'true');
    expect(look).toHaveAccessibleDescription('Название и фото меняет владелец группы');
    await memberMenu(window);
    const item = await screen.findByRole('menuitem', { name: 'Запретить писать' });
    expect(item).toHaveAccessibleDescription('Владельца группы изменить нельзя');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(window).getByRole('button', { name: 'Выйти из группы' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Выйти' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(/\/chats$/));
    expect(ask('leave', STORE).at(-1)).toMatchObject({ unsub: true });
    await said('Вы вышли из группы «Склад»');
  });

  test('CHAT-27: who has left a group and gone on to another chat is not taken from it', async () => {
    serve();
    const { router } = await openChats(withGroups(), '/chats');
    await act(() => router.navigate(`/chats?chat_id=${STORE}`));
    await userEvent.click(await screen.findByRole('button', { name: 'Участники и настройки группы' }));
    const answers = ChatSocket.answer;
    let answer = (): void => undefined;
    ChatSocket.answer = (kind, body) => {
      if (kind !== 'leave' || !body.unsub) return answers(kind, body);
      answer = () =>
        act(() => {
          for (const frame of answers(kind, body)) chatSocket().say(frame);
        });
      return [];
    };
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Выйти из группы' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Выйти' }));
    await waitFor(() => expect(ask('leave', STORE).at(-1)).toMatchObject({ unsub: true }));
    await act(() => router.navigate(`/chats?chat_id=${SHIFT}`));
    ChatSocket.answer = answers;
    answer();
    await screen.findByRole('heading', { name: 'Дежурная смена' });
    await screen.findByRole('textbox', { name: 'Сообщение' });
    await waitFor(() => expect(screen.queryByText('Склад')).toBeNull());
    await said('Вы вышли из группы «Склад»');
    expect(screen.getByTestId('address')).toHaveTextContent(`/chats?chat_id=${SHIFT}`);
  });

  test('CHAT-27: who is taken out of the open group is told so', async () => {
    serve();
    await openChats(withGroups(), `/chats?chat_id=${SHIFT}`);
    await screen.findByRole('button', { name: 'Участники и настройки группы' });
    act(() =>
      chatSocket().say({ ctrl: { topic: SHIFT, code: 205, text: 'evicted', ts: NOW, params: { unsub: true } } }),
    );
    await screen.findByRole('heading', { name: 'Этот чат вам недоступен' });
    expect(screen.queryByRole('button', { name: 'Участники и настройки группы' })).toBeNull();
  });
});

describe('one’s own account in the chat', () => {
  test('CHAT-27: the name of the profile is shown and cannot be changed, the photo can, and is taken back to the profile’s', async () => {
    ChatUpload.begun = [];
    globalThis.createImageBitmap = async () => ({ width: 10, height: 20, close: () => undefined }) as ImageBitmap;
    jest
      .spyOn(HTMLCanvasElement.prototype, 'getContext')
      .mockReturnValue({ drawImage: () => undefined } as unknown as RenderingContext as never);
    jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,/9j/');
    serve();
    await openChats(withGroups(), '/chats');
    await screen.findByText('Дарья Калинина');
    await openListMenu();
    await pick('Фото в чате');
    const window = await dialog('Фото в чате');
    expect(within(window).getByText('Анна Лебедева')).toBeVisible();
    expect(within(window).queryByRole('textbox')).toBeNull();
    await userEvent.upload(
      within(window).getByLabelText('Выбрать фото'),
      new File(['x'], 'я.png', { type: 'image/png' }),
    );
    await within(window).findByRole('button', { name: 'Вернуть фото профиля' });
    await userEvent.click(within(window).getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(ChatUpload.begun).toHaveLength(1));
    ChatUpload.begun[0]?.answer(200, '/v0/file/s/me.jpg');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const packet = chatSocket().sent.find(({ set }) => set?.topic === 'me');
    expect(packet).toMatchObject({
      set: { desc: { public: { photo: { type: 'jpeg', ref: '/v0/file/s/me.jpg' } } } },
      extra: { attachments: ['/v0/file/s/me.jpg'] },
    });
    await said('Фото в чате сохранено');
    expect(packet?.set).not.toHaveProperty('desc.public.fn');
    jest.restoreAllMocks();
  });
});
