import type { Locator, Page } from 'playwright-core';

/** How somebody works the controls of a page. */
export interface Hands {
  /** Presses a button, a link, a menu item, the head of something folded. */
  press(target: Locator): Promise<void>;
  /** Turns a switch or a tick box over. */
  turn(target: Locator): Promise<void>;
  /** Types over what a text input holds. */
  type(target: Locator, text: string): Promise<void>;
  /** Chooses of a list of the browser by the value of an option. */
  choose(target: Locator, value: string): Promise<void>;
  /** Shows a tab of a bar. */
  show(tab: Locator): Promise<void>;
  /** Takes steps back, or makes them again. */
  step(page: Page, which: 'undo' | 'redo'): Promise<void>;
}

const STEPS = { undo: 'Отменить шаг', redo: 'Вернуть шаг' } as const;
const KEYS = { undo: 'Control+z', redo: 'Control+Shift+z' } as const;

/** The hand on a mouse, and a keyboard for texts. */
export const mouse: Hands = {
  press: (target) => target.click(),
  turn: (target) => target.click(),
  type: async (target, text) => {
    await target.click();
    await target.fill(text);
  },
  choose: async (target, value) => {
    // The list that the browser opens is no part of the page.
    await target.selectOption(value);
  },
  show: (tab) => tab.click(),
  step: (page, which) => page.getByRole('button', { name: STEPS[which], exact: true }).click(),
};

/** Presses of Tab after which something counts as out of reach. */
const REACH = 400;

/** Looks whether a list has taken a value, each after 50 ms. */
const LOOKS = 100;

/** How many stops of Tab lie between what has the keyboard and an element, negative for back. Runs in the page. */
function stopsTo(target: Element): number {
  if (document.activeElement === target) return 0;
  const stops = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
  ].filter(
    (one) =>
      one === target ||
      (one.tabIndex >= 0 &&
        !one.matches(':disabled, [type="radio"]:not(:checked)') &&
        !one.closest('[inert]') &&
        one.checkVisibility()),
  );
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const wanted = stops.indexOf(target as HTMLElement);
  if (at >= 0) return wanted - at;
  const isAhead =
    document.activeElement && document.activeElement.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
  return isAhead || document.activeElement === document.body ? 1 : -1;
}

/** Goes to something with Tab and Shift+Tab alone. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await target.waitFor();
  for (let pressed = 0; pressed < REACH; ) {
    const stops = await target.evaluate(stopsTo);
    if (stops === 0) return;
    for (let count = 0; count < Math.abs(stops); count += 1) await page.keyboard.press(stops > 0 ? 'Tab' : 'Shift+Tab');
    pressed += Math.abs(stops);
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** No hand on a mouse. */
export const keyboard: Hands = {
  press: async (target) => {
    // The keyboard is within an open menu already: arrows lead through it.
    if ((await target.getAttribute('role')) === 'menuitem') {
      const page = target.page();
      for (let pressed = 0; pressed < REACH; pressed += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return page.keyboard.press('Enter');
        await page.keyboard.press('ArrowDown');
      }
      throw new Error(`The arrows do not lead to ${target}`);
    }
    await tabTo(target);
    await target.page().keyboard.press('Enter');
  },
  turn: async (target) => {
    await tabTo(target);
    await target.page().keyboard.press('Space');
  },
  type: async (target, text) => {
    await tabTo(target);
    const page = target.page();
    await page.keyboard.press('Control+a');
    if (text === '') await page.keyboard.press('Delete');
    else await page.keyboard.type(text);
  },
  choose: async (target, value) => {
    await tabTo(target);
    const page = target.page();
    const way = await target.evaluate((list: HTMLSelectElement, wanted) => {
      return [...list.options].findIndex((one) => one.value === wanted) - list.selectedIndex;
    }, value);
    // Only within the opened list do the arrows choose nothing yet.
    await page.keyboard.press('Space');
    for (let count = 0; count < Math.abs(way); count += 1) await page.keyboard.press(way > 0 ? 'ArrowDown' : 'ArrowUp');
    await page.keyboard.press('Enter');
    for (let looks = 0; (await target.inputValue()) !== value; looks += 1) {
      if (looks > LOOKS) throw new Error(`The list does not take «${value}»`);
      await page.waitForTimeout(50);
    }
  },
  show: async (tab) => {
    const page = tab.page();
    const bar = tab.locator('xpath=ancestor::*[@role="tablist"]');
    await tabTo(bar.locator('[role="tab"][aria-selected="true"]'));
    for (let pressed = 0; pressed < 10; pressed += 1) {
      if (await tab.evaluate((element) => element.getAttribute('aria-selected') === 'true')) return;
      await page.keyboard.press('ArrowRight');
    }
    throw new Error(`The arrows do not lead to ${tab}`);
  },
  step: (page, which) => page.keyboard.press(KEYS[which]),
};
