import type { ElementHandle, Page } from 'playwright-core';

/** Something on a page that a person works with. */
export type Control = ElementHandle<HTMLElement>;

/** How a person works a page: with the mouse, or by the keyboard alone. */
export interface Hands {
  /** Presses a button, a tick, a tab or the head of what is folded. */
  press(control: Control): Promise<void>;
  /** Writes a text in place of the one that is there. */
  write(input: Control, text: string): Promise<void>;
  /** Chooses from a list of the browser's own. @param value of the option */
  choose(select: Control, value: string): Promise<void>;
  /** Chooses from the menu that a button opens. */
  pick(button: Control, item: string): Promise<void>;
  /** Carries a row by its handle up to the place of another one. @param places that it goes up */
  carry(handle: Control, other: Control, places: number): Promise<void>;
  /** Takes back a step, or makes it again. */
  step(step: 'undo' | 'redo'): Promise<void>;
}

/** Presses of Tab on the way to one control at the most. */
const PRESSES = 400;
/** Time that a carried row takes to a place, ms. */
const CARRYING = 100;

const menuItem = (page: Page, item: string) => page.getByRole('menuitem', { name: item, exact: true });
const menuGone = (page: Page) => page.getByRole('menu').waitFor({ state: 'detached' });
/** The buttons of steps by their labels. */
const STEPS = { undo: 'Отменить шаг', redo: 'Вернуть шаг' } as const;

/** Works a page with the mouse; texts are typed where it has pressed. */
export function mouseHands(page: Page): Hands {
  const middle = async (control: Control) => {
    const box = await control.boundingBox();
    if (!box) throw new Error('What is to be carried is not on the page');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const press = (control: Control) => control.click();
  return {
    press,
    write: async (input, text) => {
      await input.click();
      await input.fill(text);
    },
    choose: async (select, value) => {
      await select.selectOption({ value });
    },
    pick: async (button, item) => {
      await button.click();
      await menuItem(page, item).click();
      await menuGone(page);
    },
    carry: async (handle, other) => {
      await other.scrollIntoViewIfNeeded();
      await handle.scrollIntoViewIfNeeded();
      const [from, to] = [await middle(handle), await middle(other)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y - 8, { steps: 4 });
      await page.mouse.move(to.x, to.y - 4, { steps: 12 });
      await page.waitForTimeout(CARRYING);
      await page.mouse.up();
    },
    step: (step) => page.getByRole('button', { name: STEPS[step], exact: true }).click(),
  };
}

/** Where a control lies as seen from the one that has the keyboard. Runs in the page. */
function wayTo(control: Element): 'here' | 'after' | 'before' {
  const at = document.activeElement ?? document.body;
  if (at === control) return 'here';
  if (at === document.body) return 'after';
  return at.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING ? 'after' : 'before';
}

/** Name of a control, for the report of one that the keyboard does not reach. Runs in the page. */
const calledIn = (control: Element) => control.getAttribute('aria-label') ?? control.textContent ?? control.tagName;

/** Works a page by the keyboard alone: Tab leads to whatever is pressed or written in. */
export function keyboardHands(page: Page): Hands {
  const key = (name: string) => page.keyboard.press(name);
  async function reachBy(control: Control, on: string, back: string): Promise<void> {
    for (let presses = 0; presses < PRESSES; presses += 1) {
      const way = await control.evaluate(wayTo);
      if (way === 'here') return;
      await key(way === 'after' ? on : back);
    }
    throw new Error(`${on} does not lead to «${await control.evaluate(calledIn)}»`);
  }
  const reach = (control: Control) => reachBy(control, 'Tab', 'Shift+Tab');
  /** Of a bar of tabs only the chosen one is reached by Tab; arrows lead on. */
  async function pressTab(tab: Control): Promise<void> {
    const chosen = await tab.evaluateHandle((one) =>
      one.closest('[role=tablist]')?.querySelector<HTMLElement>('[role=tab][aria-selected=true]'),
    );
    await reach(chosen.asElement() as Control);
    await reachBy(tab, 'ArrowRight', 'ArrowLeft');
  }
  async function press(control: Control): Promise<void> {
    const role = await control.evaluate((one) => one.getAttribute('role') ?? one.getAttribute('type'));
    if (role === 'tab') return pressTab(control);
    await reach(control);
    await key(role === 'checkbox' || role === 'switch' ? 'Space' : 'Enter');
  }
  return {
    press,
    write: async (input, text) => {
      await reach(input);
      await key('ControlOrMeta+a');
      if (text === '') await key('Delete');
      else await page.keyboard.type(text);
    },
    choose: async (select, value) => {
      await reach(select);
      const places = await select.evaluate((one, wanted) => {
        const list = one as HTMLSelectElement;
        return [...list.options].findIndex((option) => option.value === wanted) - list.selectedIndex;
      }, value);
      for (let at = 0; at < Math.abs(places); at += 1) await key(places > 0 ? 'ArrowDown' : 'ArrowUp');
    },
    pick: async (button, item) => {
      await press(button);
      await page.getByRole('menu').waitFor();
      const wanted = (await menuItem(page, item).elementHandle()) as Control;
      await reachBy(wanted, 'ArrowDown', 'ArrowUp');
      await key('Enter');
      await menuGone(page);
    },
    carry: async (handle, _other, places) => {
      await reach(handle);
      await key('Space');
      for (let place = 0; place < places; place += 1) {
        await page.waitForTimeout(CARRYING);
        await key('ArrowUp');
      }
      await page.waitForTimeout(CARRYING);
      await key('Space');
    },
    step: (step) => key(step === 'undo' ? 'Control+z' : 'Control+Shift+z'),
  };
}
