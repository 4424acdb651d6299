import { screen } from '@testing-library/react';
import { sectionsWith } from '#console/app/sections.ts';
import { MenuLink } from '#console/shell/menu-link.tsx';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const menu = sectionsWith([]).flatMap((section) => section.menu ?? []);

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
