import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildSections } from '#console/app/sections.ts';
import { Shortcuts } from '#console/shell/layout.tsx';
import { MenuGroups } from '#console/shell/menu/menu-groups.tsx';
import { MenuLink } from '#console/shell/menu/menu-link.tsx';
import { madeUp } from '#tests/support/console/definitions.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const menu = buildSections([]).flatMap((section) => section.menu ?? []);

describe('the help of keys', () => {
  it('stands by «?» where nothing is typed, and goes by Esc', async () => {
    renderOnStage(
      <>
        <input aria-label="Поле" />
        <button type="button">Кнопка</button>
        <Shortcuts />
      </>,
    );
    await userEvent.type(screen.getByLabelText('Поле'), '?');
    expect(screen.queryByRole('dialog')).toBeNull();
    const button = screen.getByRole('button', { name: 'Кнопка' });
    button.focus();
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Клавиши' })).toHaveTextContent('Вернуть последнее перемещение');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button).toHaveFocus();
  });
});

describe('the menu', () => {
  it.each([
    ['/residents', 'Резиденты'],
    ['/residents/', 'Резиденты'],
    ['/create-resident-form', 'Резиденты'],
    ['/edit-resident-form?id=7', 'Резиденты'],
    ['/download-resident-form', 'Резиденты'],
    ['/create-news-form', 'Новости'],
    ['/edit-camera-form?id=1', 'Камеры'],
    ['/add-readings', 'Показания'],
    ['/create-task', 'Заявки'],
    ['/settings/edit-employee?id=7', 'Настройки'],
    ['/chats?chat_id=1', 'Общение'],
  ])('SHELL-10 marks on %s the section that it is a page of, and no other', (address, label) => {
    const links = menu.map((section) => (
      <MenuLink key={section.path} section={section}>
        {() => section.label}
      </MenuLink>
    ));
    renderOnStage(links, address);
    const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map(({ textContent }) => textContent)).toEqual([label]);
  });
});

describe('added sections in the menu', () => {
  const added = (name: string, menu: NonNullable<Parameters<typeof madeUp>[0]>['menu']) =>
    madeUp({ name, section: name, menu });

  it('stand between cameras and settings, in their order, those of a group under its heading', () => {
    const sections = buildSections([
      added('last', { order: 5 }),
      added('keys', { group: 'Хозяйство', order: 2 }),
      added('plain', true),
      added('guests', { group: 'Пропуска', order: 1 }),
      added('acts', { group: 'Хозяйство', order: -1 }),
      added('hidden', false),
    ]).flatMap((section) => section.menu ?? []);
    renderOnStage(
      <ul>
        <MenuGroups sections={sections}>{({ path }) => path}</MenuGroups>
      </ul>,
    );
    const [whole] = screen.getAllByRole('list');
    const shown = [...(whole?.children ?? [])].map(({ textContent }) => textContent);
    // The page of files with mistakes is there only while there are any.
    expect(shown.slice(shown.indexOf('/cameras') + 1).filter((one) => one !== '/definitions')).toEqual([
      '/plain',
      '/last',
      'Хозяйство/acts/keys',
      'Пропуска/guests',
      '/settings',
    ]);
    const group = screen.getByRole('list', { name: 'Хозяйство' });
    expect(within(group).getAllByRole('listitem')).toHaveLength(2);
  });
});
