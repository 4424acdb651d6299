import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { EmptyList } from '#console/engine/list/states.tsx';
import { ObjectList } from '#console/sections/profile/object-list.tsx';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import { cameras } from '#resources/sections/cameras.ts';
import { news } from '#resources/sections/news.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const NOTHING = { 'GET /api/crm/buildings/': { json: [] } };
const CAMERAS = completeDefinition(cameras);

/** Signs in on the box, as an administrator of a company of their own or as somebody else. */
function begin(who: 'administrator' | 'employee', level = 'write') {
  const server = signedIn(level, NOTHING);
  session.permissions.set({ news: level, cameras: 'write' });
  session.features.set({ firstSteps: who === 'administrator' });
  return server;
}

describe('a form with no building to choose', () => {
  test('leads an administrator to where buildings are made', async () => {
    begin('administrator');
    openSection(CAMERAS, '/create-camera-form');
    const text = await screen.findByText('Нет элементов для выбора', { exact: false });
    expect(within(text).getByRole('link', { name: 'Добавить в настройках' })).toHaveAttribute(
      'href',
      '/settings/buildings',
    );
  });

  test('says to others whom to ask', async () => {
    begin('employee');
    openSection(CAMERAS, '/create-camera-form');
    expect(await screen.findByText('Об этом можно попросить администратора компании')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Добавить в настройках' })).toBeNull();
  });
});

test('PROF-05 the profile of an administrator without objects leads on, and says not that somebody else adds them', () => {
  begin('administrator');
  renderOnStage(<ObjectList profile={{ buildings: [], porches: [] } as never} />);
  expect(screen.getByRole('link', { name: 'Добавить в настройках' })).toHaveAttribute('href', '/settings/buildings');
  expect(screen.queryByText(/администратор/)).toBeNull();
});

describe('an empty news page', () => {
  test.each([
    ['read', 'Здесь появятся объявления.', 'Напишите первое'],
    ['write', 'Напишите первое объявление для выбранных домов.', 'Здесь появятся'],
  ] as const)('of who may %s: «%s»', async (level, said, unsaid) => {
    begin('employee', level);
    renderOnStage(<EmptyList resource={completeDefinition(news)} onClear={null} />);
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.queryByText(new RegExp(unsaid))).toBeNull();
    await userEvent.keyboard('{Escape}');
  });
});
