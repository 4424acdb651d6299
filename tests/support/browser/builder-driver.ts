import type { Locator, Page } from 'playwright-core';
import { optionLabel, valueLabel } from '#i18n/definition-option-texts.ts';
import { definitionBuilder } from '#i18n/ru/definition-builder.ts';
import type { Hands } from './hands.ts';
import type { Visitor } from './visitor.ts';

type Json = Readonly<Record<string, unknown>>;

/** A definition as its file says it. */
export interface WantedDefinition extends Json {
  name: string;
  words: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, Json & { kind: string; label: string }>>;
  list: Json;
  card: Json;
  form: readonly WantedPart[] | { steps: readonly WantedPart[] } | { tabs: readonly WantedPart[] };
}

interface WantedPart extends Json {
  fields: readonly string[];
}

const TEXTS = definitionBuilder;
const kindLabel = (kind: string): string => String((TEXTS.kinds as Json)[kind]);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !isList(value);
const labelOf = (key: string, above: string): string => {
  const label = optionLabel(key, above);
  if (label === null) throw new Error(`The builder has no input for «${key}» of ${above}`);
  return label;
};

/** The parts of a form, whatever is around them. */
function wantedParts({ form }: WantedDefinition): readonly WantedPart[] {
  if (isList(form)) return form as readonly WantedPart[];
  return 'steps' in form ? form.steps : form.tabs;
}

/** What the fields, states, moves and columns of a definition are called, by their names. */
function labelsIn({ fields }: WantedDefinition): Map<string, string> {
  const labels = new Map<string, string>();
  for (const [name, { label, states = [], moves = [], columns = {} }] of Object.entries(fields)) {
    labels.set(name, label);
    for (const state of states as readonly Json[]) labels.set(String(state.value), String(state.label));
    for (const move of moves as readonly Json[]) labels.set(String(move.name), String(move.label));
    for (const [column, one] of Object.entries(columns as Json)) labels.set(column, String((one as Json).label));
  }
  return labels;
}

/** Options of a section that have an input of the same name in the order of the page. */
const SECTION_OPTIONS = ['icon', 'menu', 'section', 'building', 'area', 'list', 'card', 'comments', 'checks', 'notify'];

/** More steps than any section takes. */
const MOST_STEPS = 900;

/** Somebody who builds sections in the builder, with a mouse or without. */
export class BuilderDriver {
  readonly #page: Page;
  readonly #hands: Hands;
  #labels = new Map<string, string>();

  constructor({ page }: Visitor, hands: Hands) {
    this.#page = page;
    this.#hands = hands;
  }

  /** Begins a section with its title, from a blank. */
  async begin({ name, words }: WantedDefinition): Promise<void> {
    const page = this.#page;
    const title = words.title ?? String(words.plural).replace(/^./, (letter) => letter.toUpperCase());
    await this.#hands.press(page.getByRole('button', { name: /Новый раздел/ }));
    const dialog = page.getByRole('dialog');
    await this.#hands.type(dialog.getByLabel(TEXTS.fresh.name), title);
    await this.#hands.press(dialog.locator('summary'));
    await this.#hands.type(dialog.getByLabel(TEXTS.fresh.address), name);
    await this.#hands.press(dialog.getByRole('button', { name: TEXTS.fresh.create, exact: true }));
    await this.#button(TEXTS.bar.apply).waitFor();
  }

  /** Does all that leads from the blank to a definition. */
  async build(definition: WantedDefinition): Promise<void> {
    this.#labels = labelsIn(definition);
    await this.#buildParts(definition);
    await this.#addFields(definition);
    // Options name fields that may stand below their own.
    for (const field of Object.values(definition.fields)) await this.#setOptions(field);
    await this.#hands.show(this.#page.getByRole('tab', { name: TEXTS.tabs.section, exact: true }));
    const scope = this.#page.getByRole('tabpanel', { name: TEXTS.tabs.section, exact: true });
    await this.#setWords(scope, definition.words);
    for (const key of SECTION_OPTIONS) {
      const value = definition[key];
      if (value === undefined) continue;
      if (key !== 'list' && key !== 'card') await this.#set(scope, 'section', key, value);
      else for (const [inner, one] of Object.entries(value as Json)) await this.#set(scope, key, inner, one);
    }
  }

  /** Takes all steps back, or makes all of them again. @returns how many there were */
  async stepThrough(which: 'undo' | 'redo'): Promise<number> {
    const button = this.#button(TEXTS.bar[which]);
    let count = 0;
    for (; (await button.getAttribute('aria-disabled')) === null; count += 1) {
      if (count > MOST_STEPS) throw new Error(`No end of steps: ${which}`);
      await this.#hands.step(this.#page, which);
    }
    return count;
  }

  /** Applies the section. */
  async apply(): Promise<void> {
    await this.#hands.press(this.#button(TEXTS.bar.apply));
    await this.#page.getByText(/^Версия \d+$/).waitFor();
  }

  #button(name: string): Locator {
    return this.#page.getByRole('button', { name, exact: true });
  }

  async #buildParts(definition: WantedDefinition): Promise<void> {
    const parts = wantedParts(definition);
    for (const _ of parts.slice(1)) await this.#hands.press(this.#button(TEXTS.fields.addSection));
    for (const [at, { fields: _, title = '', ...options }] of parts.entries()) {
      const number = String(at + 1);
      const region = this.#page.getByRole('region', { name: `Часть формы ${number}`, exact: true });
      const input = region.getByRole('textbox', { name: `Заголовок части формы ${number}`, exact: true });
      if ((await input.inputValue()) !== title) await this.#hands.type(input, String(title));
      for (const [key, value] of Object.entries(options)) await this.#set(region, 'form', key, value);
    }
    if (isList(definition.form)) return;
    await this.#hands.show(this.#page.getByRole('tab', { name: TEXTS.tabs.section, exact: true }));
    const guide = this.#page.getByRole('combobox', { name: TEXTS.section.formGuide, exact: true });
    await this.#hands.choose(guide, 'steps' in definition.form ? 'steps' : 'tabs');
    await this.#hands.show(this.#page.getByRole('tab', { name: TEXTS.tabs.fields, exact: true }).last());
  }

  async #addFields(definition: WantedDefinition): Promise<void> {
    const parts = wantedParts(definition);
    const inForm = parts.flatMap(({ fields }) => fields);
    const outside = Object.keys(definition.fields).filter((name) => !inForm.includes(name));
    let isFirst = true;
    for (const name of [...inForm, ...outside]) {
      const { kind, label } = definition.fields[name] as WantedDefinition['fields'][string];
      const scope = isFirst ? await this.#openField(TEXTS.firstField) : await this.#addField(kind);
      isFirst = false;
      await this.#hands.type(this.#labelInput(scope), label);
      // The place of a field is called by its label.
      const editor = this.#editor(label);
      await editor.waitFor();
      const kindInput = editor.getByRole('combobox', { name: TEXTS.field.kind, exact: true }).first();
      if ((await kindInput.inputValue()) !== kind) await this.#hands.choose(kindInput, kind);
      await this.#choosePart(
        editor,
        parts.findIndex(({ fields }) => fields.includes(name)),
      );
      const nameInput = await this.#reach(editor, () => editor.getByLabel(TEXTS.field.name, { exact: true }).last());
      if ((await nameInput.inputValue()) !== name) await this.#hands.type(nameInput, name);
      await this.#hands.press(this.#button(TEXTS.field.back));
    }
  }

  async #choosePart(editor: Locator, part: number): Promise<void> {
    const input = editor.getByRole('combobox', { name: TEXTS.field.formPart, exact: true });
    const value = part < 0 ? '' : String(part);
    if ((await input.inputValue()) !== value) await this.#hands.choose(input, value);
  }

  #editor(label: string): Locator {
    return this.#page.getByRole('region', { name: `Поле «${label}»`, exact: true });
  }

  #labelInput(scope: Locator): Locator {
    return scope.getByRole('textbox', { name: TEXTS.field.label, exact: true }).first();
  }

  async #openField(label: string): Promise<Locator> {
    await this.#hands.press(this.#button(`Настроить поле «${label}»`));
    return this.#editor(label);
  }

  async #addField(kind: string): Promise<Locator> {
    const palette = this.#page.getByRole('region', { name: TEXTS.palette.heading, exact: true });
    const button = await this.#reach(palette, () => this.#button(`Добавить поле: ${kindLabel(kind)}`));
    await this.#hands.press(button);
    return this.#editor(kindLabel(kind));
  }

  async #setOptions({ kind, label, ...options }: Json & { kind: string; label: string }): Promise<void> {
    const scope = await this.#openField(label);
    await scope.waitFor();
    const required = scope.getByRole('switch', { name: labelOf('required', kind), exact: true }).first();
    if (options.required === undefined && (await required.isChecked())) await this.#hands.turn(required);
    // What is chosen at first is one of the choices.
    const isChoices = ([key]: [string, unknown]) => key === 'options' || key === 'states';
    const ordered = Object.entries(options).sort((one, other) => Number(isChoices(other)) - Number(isChoices(one)));
    for (const [key, value] of ordered) await this.#set(scope, kind, key, value);
    await this.#hands.press(this.#button(TEXTS.field.back));
  }

  async #setWords(scope: Locator, words: Readonly<Record<string, string>>): Promise<void> {
    await this.#hands.press(scope.locator('summary', { hasText: TEXTS.words.more }));
    const { title: _, gender = '', ...forms } = words;
    for (const [form, word] of Object.entries(forms)) {
      const input = scope.getByRole('textbox', { name: String((TEXTS.words as Json)[form]), exact: true });
      if ((await input.inputValue()) !== word) await this.#hands.type(input, word);
    }
    const genders = scope.getByRole('combobox', { name: TEXTS.words.gender, exact: true });
    if ((await genders.inputValue()) !== gender) await this.#hands.choose(genders, gender);
  }

  /**
   * A control that may be folded away: what is folded around it is opened, the last first, as the rare options stand below.
   * @param scope that it stands in
   */
  async #reach(scope: Locator, look: () => Locator): Promise<Locator> {
    for (let opened = 0; opened < 20; opened += 1) {
      const control = look();
      if (await control.isVisible()) return control;
      const folded = scope.locator('details:not([open]) > summary').locator('visible=true');
      if ((await folded.count()) === 0) break;
      await this.#hands.press(folded.last());
    }
    throw new Error(`Nothing leads to ${look()}`);
  }

  /** Fills one option in. @param above the key around it, or the kind of its field */
  async #set(scope: Locator, above: string, key: string, value: unknown): Promise<void> {
    const name = labelOf(key, above);
    if (isList(value)) return this.#setList(scope, key, name, value);
    if (key === 'columns' && isObject(value)) return this.#setColumns(scope, name, value);
    const roles = ['switch', 'combobox', 'textbox'] as const;
    const inputs = roles.map((role) => scope.getByRole(role, { name, exact: true }));
    const [ofSwitches, ofLists, ofTexts] = inputs as [Locator, Locator, Locator];
    const control = await this.#reach(scope, () => ofSwitches.or(ofLists).or(ofTexts).first());
    const role = await control.evaluate((element) => element.getAttribute('role') ?? element.tagName);
    if (role === 'SELECT') {
      if ((await control.inputValue()) !== String(value)) await this.#hands.choose(control, String(value));
      return;
    }
    if (role !== 'switch') return this.#hands.type(control, String(value));
    if ((await control.isChecked()) !== (value !== false)) await this.#hands.turn(control);
    if (isObject(value)) {
      const inner = scope.getByRole('group', { name, exact: true }).first();
      for (const [one, member] of Object.entries(value)) await this.#set(inner, key, one, member);
    }
    if (typeof value === 'string') {
      const condition = scope.getByRole('textbox', { name: TEXTS.input.condition, exact: true });
      await this.#hands.type(await this.#reach(scope, () => condition.first()), value);
    }
  }

  async #setList(scope: Locator, key: string, name: string, value: readonly unknown[]): Promise<void> {
    const group = scope.getByRole('group', { name, exact: true }).first();
    const line = scope.getByRole('textbox', { name, exact: true }).first();
    const control = await this.#reach(scope, () => group.or(line).first());
    if ((await control.evaluate(({ tagName }) => tagName)) !== 'FIELDSET')
      return this.#hands.type(control, value.join(', '));
    if (value.every(isObject)) return this.#setItems(group, key, name, value as readonly Json[]);
    const adding = group.getByRole('button', { name: `Добавить: ${name.toLowerCase()}`, exact: true });
    if ((await adding.count()) === 0) return this.#tick(group, value);
    await this.#setNames(group, adding, value.map(String));
  }

  /** Ticks what is wanted of a few. */
  async #tick(group: Locator, wanted: readonly unknown[]): Promise<void> {
    const labels = wanted.map((one) => valueLabel(one));
    for (const box of await group.getByRole('checkbox').all()) {
      const label = await box.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent?.trim() ?? '');
      if ((await box.isChecked()) !== labels.includes(label)) await this.#hands.turn(box);
    }
  }

  /** Makes an ordered list of names: what fits at its beginning stays. */
  async #setNames(group: Locator, adding: Locator, wanted: readonly string[]): Promise<void> {
    const labels = wanted.map((name) => this.#labels.get(name) ?? name);
    const present = await group.locator('li > span:first-child').allInnerTexts();
    const firstOther = present.findIndex((label, at) => label !== labels[at]);
    const kept = firstOther < 0 ? present.length : firstOther;
    for (const label of present.slice(kept).toReversed())
      await this.#hands.press(group.getByRole('button', { name: `Удалить: ${label}`, exact: true }));
    for (const label of labels.slice(kept)) {
      await this.#hands.press(adding);
      await this.#hands.press(this.#page.getByRole('menuitem', { name: label, exact: true }));
      await group.locator('li > span:first-child', { hasText: label }).first().waitFor();
      await this.#page.getByRole('menu').waitFor({ state: 'detached' });
    }
  }

  /** Makes the items of a list anew: what it begins with is a sample. */
  async #setItems(group: Locator, key: string, name: string, items: readonly Json[]): Promise<void> {
    await this.#removeItems(group);
    const adding = group.getByRole('button', { name: `Добавить: ${name.toLowerCase()}`, exact: true }).last();
    for (const [at, item] of items.entries()) {
      await this.#hands.press(adding);
      const scope = group.getByRole('group', { name: `${name} ${at + 1}`, exact: true });
      await scope.waitFor();
      // The name of an item follows its label.
      const { label, ...rest } = item;
      if (label !== undefined) await this.#set(scope, key, 'label', label);
      for (const [one, value] of Object.entries(rest)) await this.#set(scope, key, one, value);
    }
  }

  async #setColumns(group: Locator, name: string, columns: Json): Promise<void> {
    const list = group.getByRole('group', { name, exact: true }).first();
    await this.#removeItems(list);
    for (const [at, [column, wanted]] of Object.entries(columns).entries()) {
      const { kind, label, ...options } = wanted as Json & { kind: string; label: string };
      await this.#hands.press(list.getByRole('button', { name: TEXTS.columns.add, exact: true }));
      const scope = list.getByRole('group', { name: `Колонка ${at + 1}`, exact: true });
      await this.#hands.type(this.#labelInput(scope), label);
      const kindInput = scope.getByRole('combobox', { name: TEXTS.field.kind, exact: true });
      if ((await kindInput.inputValue()) !== kind) await this.#hands.choose(kindInput, kind);
      const nameInput = await this.#reach(scope, () => scope.getByLabel(TEXTS.field.name, { exact: true }));
      if ((await nameInput.inputValue()) !== column) await this.#hands.type(nameInput, column);
      for (const [key, value] of Object.entries(options)) await this.#set(scope, kind, key, value);
    }
  }

  async #removeItems(group: Locator): Promise<void> {
    const items = group.locator(':scope > [data-item]');
    for (let left = await items.count(); left > 0; left -= 1)
      await this.#hands.press(
        items
          .last()
          .getByRole('button', { name: /^Удалить: / })
          .first(),
      );
  }
}
