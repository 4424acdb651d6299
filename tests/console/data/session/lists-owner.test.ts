import { localStorageStore } from 'react-admin';
import { claimListSettings, STORE } from '#console/data/session/lists-owner.ts';

const FILTERS = 'employees.listParams';
const store = localStorageStore('1', STORE);

test('what is remembered of lists is found again by its person alone', () => {
  localStorage.setItem('checked-buildings', '[3]');
  store.setItem(FILTERS, { filter: { q: 'Ольга' } });
  // Nobody knows whose it is.
  claimListSettings('79000000001');
  expect(store.getItem(FILTERS)).toBeUndefined();
  store.setItem(FILTERS, { filter: { q: 'Ольга' } });
  claimListSettings('79000000001');
  expect(store.getItem(FILTERS)).toEqual({ filter: { q: 'Ольга' } });
  claimListSettings('79000000006');
  expect(store.getItem(FILTERS)).toBeUndefined();
  expect(localStorage.getItem('checked-buildings')).toBe('[3]');
});

test('AUTH-78: who signs out leaves no mark of whose it was', () => {
  claimListSettings('79000000001');
  store.reset();
  expect(Object.values(localStorage).join()).not.toContain('79000000001');
});
