import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { matchRoutes } from 'react-router';
import { buildRoutes } from '#console/app/router.tsx';
import { buildSections } from '#console/app/sections.ts';
import { session } from '#console/data/session/session.ts';
import { MenuContext, useMenu } from '#console/shell/menu/menu-sections.ts';

const sections = buildSections([]);

/** The labels of the menu, followed. */
function followMenu() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MenuContext value={sections.flatMap(({ menu }) => menu ?? [])}>{children}</MenuContext>
  );
  const { result } = renderHook(() => useMenu().map(({ label }) => label), { wrapper });
  return () => result.current;
}

describe('the menu', () => {
  test('PERM-18: «Общение» follows the right; its address is a page without a door', () => {
    session.permissions.set({ chats: 'denied' });
    const menu = followMenu();
    expect(menu()).not.toContain('Общение');
    act(() => session.permissions.set({ chats: 'read' }));
    expect(menu()).toContain('Общение');
    expect(menu()[0]).toBe('Дежурство');
    act(() => session.features.set({ shift: false }));
    expect(menu()).not.toContain('Дежурство');
    expect(matchRoutes(buildRoutes(sections), '/chats')?.at(-1)?.route.path).toBe('/chats');
    expect(sections.flatMap(({ guarded }) => guarded ?? []).map(({ path }) => path)).not.toContain('/chats');
  });

  test('PERM-04 PERM-17: a right that comes or goes shows at once; news and settings stay', () => {
    session.permissions.set({});
    // The server names files of definitions to administrators alone.
    session.features.set({ ...session.features.get(), 'definition-files': false });
    const menu = followMenu();
    expect(menu()).toEqual(['Новости', 'Настройки']);
    act(() => session.permissions.set({ tasks: 'performer', residents: 'read', readings: 'write', cameras: 'denied' }));
    expect(menu()).toEqual(['Дежурство', 'Новости', 'Заявки', 'Резиденты', 'Показания', 'Настройки']);
  });

  test('definitions of sections are led to where the server keeps their files, and where one of them is broken', () => {
    session.features.set({ ...session.features.get(), 'definition-files': false });
    const menu = followMenu();
    expect(menu()).not.toContain('Описания разделов');
    act(() => session.features.set({ ...session.features.get(), 'definition-files': true }));
    expect(menu()).toContain('Описания разделов');
  });
});
