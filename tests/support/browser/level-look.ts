import type { Locator, Page } from 'playwright-core';
import type { Control, LevelPage } from './level-pages.ts';
import { changes, levelsAt, reasonAt, type Section, type Step } from './level-table.ts';
import type { Visitor } from './visitor.ts';

/** The sentence for a performer about a request that another one works on. */
const ANOTHERS = 'Эту заявку выполняет другой сотрудник';

/** Goes to a page of the console that is open, as the buttons of the browser do: with a place in the history as the router counts. */
export function goTo(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    const state = { usr: null, key: `look-${idx + 1}`, idx: idx + 1 };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, address);
}

/** The expected refusal of a control at a step; empty where it is not greyed. */
function wantedOf(
  step: Step,
  page: LevelPage,
  { section = page.section, see, actsOnRequest, message }: Control,
): string {
  if (actsOnRequest && step === 'performer') return ANOTHERS;
  return reasonAt(section, levelsAt(step)[section], see) || (message ?? '');
}

/** Asks until the answer is the one that is wanted, and gives the last one. */
async function settled<Answer>(page: Page, ask: () => Promise<Answer>, wanted: Answer): Promise<Answer> {
  for (let look = 0; look < 3_600; look += 1) {
    if (JSON.stringify(await ask()) === JSON.stringify(wanted)) break;
    await page.waitForTimeout(25);
  }
  return ask();
}

/** The refusal in the description of a control, and whether it is greyed and pressing it does nothing. */
function stateOf(
  control: Locator,
  role: Control['role'] = 'link',
): Promise<readonly [said: string, greyed: boolean, leads: boolean]> {
  return control.evaluate((element, isLink) => {
    const message = document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    const about = /^(Нет права|Пока неизвестно|Эту заявку|Относится|Себя|Это вы)/.test(message) ? message : '';
    return [about, element.getAttribute('aria-disabled') === 'true', isLink && element.hasAttribute('href')] as const;
  }, role === 'link');
}

/** Presses what is greyed, as somebody does who has not seen that, or types into it. */
async function pressInVain(page: Page, control: Locator, role: Control['role']): Promise<void> {
  if (role !== 'textbox') return control.evaluate((element) => (element as HTMLElement).click());
  await control.focus();
  await page.keyboard.type('слово');
  expect(await control.inputValue()).toBe('');
}

/** Points at a control until its reason stands beside it; a page that is being drawn anew takes it away again. */
async function saysOnHover(page: Page, control: Locator, reason: string): Promise<void> {
  const message = async () => (await page.getByRole('tooltip').allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ');
  const [title = ''] = reason.split('. ');
  for (let look = 0; look < 1_800 && !(await message()).includes(title); look += 1) {
    // A reason that stands beside another control may lie over this one.
    if (look % 6 === 0) {
      await page.mouse.move(1, 1);
      await control.hover();
    }
    await page.waitForTimeout(50);
  }
  expect(await message()).toContain(title);
}

/** Looks at pages of an open console, level by level; `told` are the sections whose reason was seen on hovering. */
export class Looker {
  readonly #visitor: Visitor;
  readonly told = new Set<string>();
  /** Greyed controls that were pressed, once each. */
  readonly pressed = new Set<string>();
  /** How many controls were found open, and how many greyed. */
  readonly seen = { open: 0, greyed: 0 };

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
  }

  /** Puts away whatever alert of a refused call comes to lie over what is pointed at. */
  async begin(): Promise<void> {
    const { page } = this.#visitor;
    const cross = page.getByRole('alert').getByRole('button', { name: 'Закрыть' }).first();
    await page.addLocatorHandler(cross, (button) => button.click(), { noWaitAfter: true });
  }

  /** Goes to a page, and holds everything on it against what the levels of the step say. */
  async look(step: Step, known: LevelPage): Promise<void> {
    const { page } = this.#visitor;
    const { section, address, open, controls, inside, always, before, after, only, tab } = known;
    const level = levelsAt(step)[section];
    await goTo(page, address);
    if (level === 'denied' && !open) {
      await this.#isClosed(known);
      if (!tab) return;
      const entry = page.getByRole('navigation', { name: 'Разделы настроек' }).getByRole('link', { name: tab });
      const wanted = [reasonAt(section, level, true), true, false] as const;
      expect([tab, ...(await settled(page, () => stateOf(entry), wanted))]).toEqual([tab, ...wanted]);
      return;
    }
    if (always) {
      const control = page.getByRole(always.role, { name: always.name });
      await control.waitFor();
      const wanted = ['', false, false] as const;
      expect([address, step, ...(await settled(page, () => stateOf(control), wanted))]).toEqual([
        address,
        step,
        ...wanted,
      ]);
    }
    for (const control of controls) await this.#check(step, known, control);
    await before?.(page);
    for (const control of inside ?? []) await this.#check(step, known, control);
    await after?.(page);
    if (only) await this.#thereOnly(step, section, only);
  }

  /** The page of a closed section: the door, or what a form says that it cannot load; no control of it anywhere. */
  async #isClosed({ section, address, controls, inside = [] }: LevelPage): Promise<void> {
    const { page } = this.#visitor;
    await page.getByText(/^(Для вас доступ закрыт|Данные не доехали)$/).waitFor();
    for (const { role, name } of [...controls, ...inside])
      expect([section, address, await page.getByRole(role, { name }).count()]).toEqual([section, address, 0]);
  }

  async #check(step: Step, known: LevelPage, wantedControl: Control): Promise<void> {
    const { page, calls } = this.#visitor;
    const { role, name, disabledUntilFilled, section = known.section } = wantedControl;
    const control = page.getByRole(role, { name }).first();
    await control.waitFor();
    const reason = wantedOf(step, known, wantedControl);
    const wanted = [reason, reason !== '' || disabledUntilFilled === true, role === 'link' && reason === ''] as const;
    const named = [step, known.address, name.source];
    expect([...named, ...(await settled(page, () => stateOf(control, role), wanted))]).toEqual([...named, ...wanted]);
    this.seen[reason ? 'greyed' : 'open'] += 1;
    const place = `${known.address} ${name.source}`;
    if (!reason || this.pressed.has(place)) return;
    this.pressed.add(place);
    const stands = () =>
      page.evaluate(() => [location.href, document.querySelectorAll('[role=menu], [role=dialog]').length] as const);
    const [before, made] = [await stands(), calls.length];
    await pressInVain(page, control, role);
    if (!this.told.has(section)) {
      await saysOnHover(page, control, reason);
      this.told.add(section);
    }
    const sent = calls.slice(made).filter((call) => !/^GET|search|ticket/.test(call));
    expect([...named, ...(await stands()), sent]).toEqual([...named, ...before, []]);
  }

  /** Checks an element shown only to people who may change a section, once the one that everybody sees is there. */
  async #thereOnly(step: Step, section: Section, [beside, only]: readonly [string, string]): Promise<void> {
    const { page } = this.#visitor;
    const may = changes(section, levelsAt(step)[section]);
    await page.locator(beside).first().waitFor();
    const there = await settled(page, async () => (await page.locator(only).count()) > 0, may);
    expect([step, only, there]).toEqual([step, only, may]);
    this.seen[may ? 'open' : 'greyed'] += 1;
  }
}
