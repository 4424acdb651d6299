import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { companyInitials, formatLongDay } from '#console/sections/settings/company-card.tsx';
import { buildingWith, house } from '#tests/support/console/buildings.ts';
import { delayedReply } from '#tests/support/console/server.ts';
import { openSettings, settingsServer } from '#tests/support/console/settings.tsx';
import { takeComplaints } from '#tests/support/console/setup.ts';

const COMPANY = 'GET /api/crm/settings/company-profile/';
const FIRM = {
  id: 1,
  name_full: 'Общество с ограниченной ответственностью «Северный дом»',
  name_short: 'УК «Северный дом»',
  avatar: null,
  phones: [
    { group: 'Диспетчерская', number: '+78005550101' },
    { group: 'Бухгалтерия', number: '+78005550107' },
  ],
  license_on: '2016-03-14',
};
const PASSPORT = 'GET /api/crm/buildings/3/';

describe('the company', () => {
  test('SET-44: shows both names, the telephones by their groups and the day of registration', async () => {
    const server = settingsServer({}, { [COMPANY]: { json: FIRM } });
    openSettings('/settings/company-profile');
    expect(await screen.findByRole('heading', { name: FIRM.name_short })).toBeVisible();
    expect(screen.getByText(FIRM.name_full)).toBeVisible();
    const facts = [...document.querySelectorAll('dl > div')].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd')?.textContent,
    ]);
    expect(facts).toEqual([
      ['Диспетчерская', '+7 (800) 555-01-01'],
      ['Бухгалтерия', '+7 (800) 555-01-07'],
      ['Дата регистрации', '14 марта 2016'],
    ]);
    expect(screen.getByText('СД')).toBeInTheDocument();
    expect(server.callsTo(COMPANY)).toHaveLength(1);
  });

  test('SET-44: shows its picture when it has one', async () => {
    settingsServer({}, { [COMPANY]: { json: { ...FIRM, avatar: '/api/files/x/medium?by=1.s' } } });
    openSettings('/settings/company-profile');
    await screen.findByRole('heading', { name: FIRM.name_short });
    expect(document.querySelector('img')).toHaveAttribute('src', '/api/files/x/medium?by=1.s');
  });

  test('SET-44: what does not arrive can be asked for again', async () => {
    const server = settingsServer({}, { [COMPANY]: { status: 500, json: { detail: 'Не сейчас' } } });
    openSettings('/settings/company-profile');
    expect(await screen.findByText('Данные не доехали')).toBeVisible();
    server.answer(COMPANY, { json: FIRM });
    await userEvent.click(screen.getByRole('button', { name: 'обновить страницу' }));
    expect(await screen.findByRole('heading', { name: FIRM.name_short })).toBeVisible();
    takeComplaints();
  });

  test('SET-44: initials are those of the name proper, days are whole days', () => {
    expect(companyInitials('УК «Северный дом»')).toBe('СД');
    expect(companyInitials('Север-Сервис')).toBe('СС');
    expect(companyInitials('Лифт')).toBe('Л');
    expect(formatLongDay('2019-09-02')).toBe('2 сентября 2019');
  });
});

describe('the passport', () => {
  test('SET-43: loads the building and shows the word «Паспорт»', async () => {
    const answer = delayedReply({ json: buildingWith(house(3)) });
    const server = settingsServer({ buildings: 'read' }, { [PASSPORT]: answer.reply });
    openSettings('/settings/building-passport?id=3');
    expect(await screen.findByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible();
    expect(screen.queryByText('Паспорт')).toBeNull();
    await act(async () => answer.release());
    expect(await screen.findByText('Паспорт')).toBeVisible();
    expect(server.callsTo(PASSPORT)).toHaveLength(1);
  });

  test('SET-43: without a building, or with one that is not there, one has come to the wrong place', async () => {
    settingsServer({ buildings: 'read' }, { [PASSPORT]: { status: 404, json: {} } });
    const { unmount } = openSettings('/settings/building-passport');
    expect(await screen.findByText('Вы попали не туда')).toBeVisible();
    unmount();
    openSettings('/settings/building-passport?id=3');
    expect(await screen.findByText('Вы попали не туда')).toBeVisible();
    takeComplaints();
  });
});
