import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { onFailure } from '#console/data/http/failures.ts';
import { clearSession, session } from '#console/data/session/session.ts';
import { AvatarPage } from '#console/sections/avatar/avatar-page.tsx';
import { pictureRefusal } from '#console/sections/avatar/chosen-picture.ts';
import type Cropper from '#console/sections/avatar/cropper.tsx';
import { avatarData } from '#console/sections/avatar/picture.ts';
import { BYTES, MS } from '#resources/limits.ts';
import { profileOf } from '#tests/support/console/profiles.ts';
import { type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage, said } from '#tests/support/console/stage.tsx';

// jsdom has no canvas and loads no pictures: what the browser does with them is looked at in the browser tests.
jest.mock('#console/sections/avatar/picture.ts', () => ({
  openPicture: jest.fn(async () => Object.assign(new Image(), { src: 'blob:picture' })),
  avatarData: jest.fn(() => 'data:image/jpeg;base64,AAAA'),
  drawSquare: jest.fn(),
}));
jest.mock('#console/sections/avatar/cropper.tsx', () => {
  const { useEffect } = jest.requireActual('react');
  return {
    __esModule: true,
    default: ({ initialView, onChoice, onView }: Parameters<typeof Cropper>[0]) => {
      useEffect(() => onChoice({ square: { x: 1, y: 2, width: 3, height: 3 }, degrees: 90 }), [onChoice]);
      useEffect(() => onView({ ...initialView, degrees: 90 }), [initialView, onView]);
      return initialView.degrees ? `кадр ${initialView.degrees}` : 'кадр';
    },
  };
});
/** jsdom has no database; the browser's own is looked at in tests/e2e/access. */
const files = new Map<string, File>();
jest.mock('#console/data/drafts/draft-files.ts', () => ({
  keepDraftFile: async (key: string, file: File) => Boolean(files.set(key, file)),
  readDraftFile: async (key: string) => files.get(key) ?? null,
  removeDraftFile: async (key: string) => void files.delete(key),
}));

const PROFILE = 'GET /api/crm/profile/current/';
const SAVE = 'POST /api/crm/avatar/';
const DELETE = 'DELETE /api/crm/avatar/delete_current/';
const anna = profileOf({ last_name: 'Лебедева', avatar: '/api/files/old' });

let server: MadeUpServer;
let alerts: string[];
let stop: () => void;

beforeEach(() => {
  alerts = [];
  stop = onFailure(({ message }) => alerts.push(message));
  session.token.set('stored');
  Object.assign(URL, { revokeObjectURL: jest.fn() });
  server = serveAnswers({
    [PROFILE]: { json: anna },
    [SAVE]: { json: { avatar: '/api/files/new' } },
    [DELETE]: { status: 204 },
  });
});
afterEach(() => stop());

/** A picture of so many bytes; only its size is looked at. */
function picture(size: number, type = 'image/png'): File {
  const file = new File(['x'], 'лицо.png', { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

const input = () => screen.getByLabelText('Выбрать картинку', { selector: 'input' });

async function open() {
  renderOnStage(<AvatarPage />, '/avatar');
  await screen.findByText('Сейчас');
}

const leadsToProfile = () => waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/profile'));

async function choose(file: File) {
  await act(async () => void fireEvent.change(input(), { target: { files: [file] } }));
}

describe('/avatar', () => {
  test('PROF-08: title, way back to the profile, and nothing to save before a picture is chosen', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Добавьте аватар' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Вернуться в профиль' })).toHaveAttribute('href', '/profile');
    fireEvent.click(screen.getByRole('button', { name: 'Выберите картинку' }));
    expect(server.callsTo(SAVE)).toHaveLength(0);
  });

  test('PROF-09, CONST-05: 7168000 bytes are taken, one more is refused', () => {
    expect(BYTES.avatar).toBe(7_168_000);
    expect(pictureRefusal(picture(7_168_000))).toBeNull();
    expect(pictureRefusal(picture(7_168_001))).toBe('Файл слишком большой(');
  });

  test('PROF-09, PROF-10: too large a file is told by the alert and cleared', async () => {
    await open();
    await choose(picture(7_168_001));
    expect(alerts).toEqual(['Файл слишком большой(']);
    expect(input()).toHaveValue('');
    expect(screen.queryByText('кадр')).toBeNull();
  });

  test('PROF-15: what is no picture is refused', async () => {
    await open();
    expect(input()).toHaveAttribute('accept', 'image/*');
    await choose(picture(10, 'application/pdf'));
    expect(alerts).toEqual(['Нужна картинка']);
    expect(screen.queryByText('кадр')).toBeNull();
  });

  test('PROF-11, PROF-12, PROF-13: the chosen square is sent as a data URL; success leads to the profile', async () => {
    await open();
    await choose(picture(10));
    await screen.findByText('кадр');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Сохранить' })));
    await leadsToProfile();
    expect(await said('Фотография сохранена')).toBeVisible();
    expect(avatarData).toHaveBeenCalledWith(expect.anything(), { x: 1, y: 2, width: 3, height: 3 }, 90);
    expect(server.callsTo(SAVE).map(({ body }) => body)).toEqual([{ avatar: 'data:image/jpeg;base64,AAAA' }]);
  });

  test('PROF-13: a failed save stays on the page, and may be tried again', async () => {
    server.answer(SAVE, { status: 500, json: { detail: 'Не вышло' } });
    await open();
    await choose(picture(10));
    await screen.findByText('кадр');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Сохранить' })));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Сохранить' })).not.toHaveAttribute('aria-busy'));
    expect(alerts).toEqual(['Не вышло']);
    expect(screen.getByTestId('address')).toHaveTextContent('/avatar');
  });

  test('PROF-14, CONST-03: the present picture is deleted by holding 1.5 s; the profile is asked for anew', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Действия с аватаром' }));
    const item = screen.getByRole('menuitem', { name: 'Удалить' });
    const before = server.callsTo(PROFILE).length;
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
    server.answer(PROFILE, { json: { ...anna, avatar: null } });
    fireEvent.keyDown(item, { key: ' ' });
    await act(() => jest.advanceTimersByTimeAsync(MS.hold - 1));
    expect(server.callsTo(DELETE)).toHaveLength(0);
    await act(() => jest.advanceTimersByTimeAsync(1));
    await act(() => jest.advanceTimersByTimeAsync(500));
    jest.useRealTimers();
    expect(server.callsTo(DELETE).map(({ body }) => body)).toEqual([{ avatar: '/api/files/old' }]);
    expect(server.callsTo(PROFILE).length).toBeGreaterThan(before);
    expect(await said('Фотография удалена')).toBeVisible();
    expect(screen.queryByText('Сейчас')).toBeNull();
  });
});

describe('a picture that was chosen and not saved', () => {
  const KEY = 'draft:1:/avatar';
  const offer = () => screen.queryByText(/Есть черновик/);
  beforeEach(() => {
    files.clear();
    session.userId.set('1');
  });

  test('is kept with what was chosen of it, offered back and restored; gone once it is saved', async () => {
    await open();
    expect(offer()).toBeNull();
    await choose(picture(10));
    expect(files.get(KEY)?.name).toBe('лицо.png');
    cleanup();

    await open();
    expect(await screen.findByText(/Есть черновик: сегодня в/)).toBeVisible();
    expect(screen.queryByText(/^кадр/)).toBeNull();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Восстановить' })));
    // How one looked at it: turned by the made-up cropper when it was first there.
    expect(await screen.findByText('кадр 90')).toBeVisible();
    expect(offer()).toBeNull();
    expect(files.has(KEY)).toBe(true);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Сохранить' })));
    await leadsToProfile();
    expect(files.size).toBe(0);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test('outlives a save that fails and a sign-in that has expired', async () => {
    server.answer(SAVE, { status: 500, json: { detail: 'Не вышло' } });
    await open();
    await choose(picture(10));
    await screen.findByText(/^кадр/);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Сохранить' })));
    await waitFor(() => expect(alerts).toEqual(['Не вышло']));
    act(() => clearSession());
    cleanup();
    expect(files.has(KEY)).toBe(true);
    session.token.set('anew');
    session.userId.set('1');
    await open();
    expect(await screen.findByText(/Есть черновик/)).toBeVisible();
  });

  test('is thrown away on request, and is nobody else’s', async () => {
    await open();
    await choose(picture(10));
    cleanup();
    session.userId.set('2');
    server.answer(PROFILE, { json: { ...anna, user: 2 } });
    await open();
    expect(offer()).toBeNull();
    cleanup();
    session.userId.set('1');
    server.answer(PROFILE, { json: anna });
    await open();
    await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Удалить' })));
    expect(offer()).toBeNull();
    expect(files.size).toBe(0);
  });

  test('its file goes with a note that is too old', async () => {
    files.set(KEY, picture(10));
    localStorage.setItem(KEY, JSON.stringify({ version: 1, at: Date.now() - 31 * 86_400_000, values: {} }));
    await open();
    await waitFor(() => expect(files.size).toBe(0));
    expect(offer()).toBeNull();
  });
});
