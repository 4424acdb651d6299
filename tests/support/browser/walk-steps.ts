import type { Locator } from 'playwright-core';
import { WRONG } from '#tests/support/answer-variations.ts';
import type { Visitor } from './visitor.ts';
import type { WalkStage } from './walk-stage.ts';

/** Steps that journeys of several sections take. */

/** Somebody signed in as an account. Without our additions the chat is not there. */
export async function come(stage: WalkStage, account: number): Promise<Visitor> {
  const visitor = await stage.visitor({ as: account });
  if (!stage.hasAdditions) visitor.forgive(/v0\/channels/);
  return visitor;
}

/** Somebody who has not signed in yet. Without our additions sockets of ours are not there. */
export async function comeAsStranger(stage: WalkStage): Promise<Visitor> {
  const visitor = await stage.visitor();
  if (!stage.hasAdditions) visitor.forgive(/404|WebSocket/);
  return visitor;
}

/** Nothing that is wrong stands on the page once it has come to rest. */
export async function saysNothingWrong({ page }: Visitor): Promise<void> {
  await page.waitForLoadState('networkidle');
  const text = await page.locator('body').innerText();
  expect([new URL(page.url()).pathname, WRONG.exec(text)?.[0]]).toEqual([new URL(page.url()).pathname, undefined]);
}

/** Besides, nothing was asked or sent that a server of the documents alone does not know, in whichever shape. */
export async function keepsToDocuments(stage: WalkStage, visitor: Visitor): Promise<void> {
  await saysNothingWrong(visitor);
  expect(await stage.faults()).toEqual([]);
}

/** Opens a page and waits for its heading. */
export async function go(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path);
  await visitor.arrive();
}

export const menuOf = ({ page }: Visitor, text: string) =>
  page
    .locator('article, tr, li', { hasText: text })
    .getByRole('button', { name: /^Действия/ })
    .first()
    .click();

/** Deletes what a menu is open for, as somebody does who cannot hold a button. */
export async function deleteIt({ page }: Visitor): Promise<void> {
  await page.getByRole('menuitem', { name: 'Удалить' }).evaluate((element) => (element as HTMLElement).click());
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
}

/** Whether a deletion can be taken back, which only a server with our additions can. */
export async function offersToUndo(stage: WalkStage, { page }: Visitor): Promise<void> {
  const undo = page.getByRole('button', { name: 'Вернуть' });
  if (stage.hasAdditions) await undo.first().waitFor();
  else expect(await undo.count()).toBe(0);
}

/** Chooses the first building of the street in a field. */
export async function chooseBuilding({ page }: Visitor): Promise<void> {
  await page.getByRole('combobox').first().click();
  await page
    .getByRole('option', { name: /Лесная/ })
    .first()
    .click();
}

/** Blocks somebody by the menu of a line and lets them in again. */
export async function blockAndLetIn(visitor: Visitor, line: Locator, path: string): Promise<void> {
  for (const [item, flag, next] of [
    ['Заблокировать', true, 'Разблокировать'],
    ['Разблокировать', false, 'Заблокировать'],
  ] as const) {
    await line.getByRole('button', { name: /^Действия/ }).click();
    const told = written(visitor);
    await visitor.page.getByRole('menuitem', { name: item }).click();
    const call = (await told).request();
    expect([new URL(call.url()).pathname.replace(/\d+/, 'N'), call.postDataJSON()]).toEqual([
      `${path}N/suspend/`,
      { flag },
    ]);
    if (flag) await line.getByText('Заблокирован').last().waitFor();
    // The line shows it once the list is there anew.
    await line.getByRole('button', { name: /^Действия/ }).click();
    await visitor.page.getByRole('menuitem', { name: next }).waitFor();
    await visitor.page.keyboard.press('Escape');
    await visitor.page.getByRole('menu').waitFor({ state: 'detached' });
  }
}

/** A phone without +7 that nobody has, not even of an earlier try. */
export const freshPhone = () => `926${5_000_000 + Math.floor(Math.random() * 1_000_000)}`;
/** Calls of ours that write nothing, and go out by themselves. */
const BY_THEMSELVES = /\/(socket-tickets|chat-pass|reach)\/$/;
/** The answer to the next call that writes. */
export const written = ({ page }: Visitor) =>
  page.waitForResponse(
    (response) => !['GET', 'HEAD'].includes(response.request().method()) && !BY_THEMSELVES.test(response.url()),
  );
