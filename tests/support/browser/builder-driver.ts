import type { Page } from 'playwright-core';
import { choicesAt } from '#console/sections/definitions/builder/fields/choice-sources.ts';
import {
  columnSchema,
  formPartSchema,
  getDefinitionSchema,
  kindSchema,
  objectSchema,
  optionInputKind,
  resolveSchema,
  schemaChoices,
} from '#console/sections/definitions/builder/fields/option-schema.ts';
import {
  type DefinitionObject,
  getRawFields,
  isObject,
  type Path,
  textAt,
  valueAt,
} from '#console/sections/definitions/builder/state/definition-text.ts';
import { formPath } from '#console/sections/definitions/builder/state/form-parts.ts';
import { text } from '#i18n/console-text.ts';
import { optionLabel, valueLabel } from '#i18n/definition-option-texts.ts';
import type { JsonSchema } from '#resources/language/json-schema.ts';
import { capitalise } from '#resources/language/words.ts';
import type { Control, Hands } from './hands.ts';
import '#i18n/definition-builder-texts.ts';

type Values = Readonly<Record<string, unknown>>;

/** Time that a control may take to be there, ms. */
const PATIENCE = 10_000;
/** Words of a section in the order of their inputs. */
const FORMS = ['one', 'few', 'many', 'accusative', 'plural'] as const;
/** Keys of a definition that the section's tab has inputs for, or lists of such keys. */
const OF_SECTION = ['icon', 'menu', 'building', 'area', 'comments', 'import', 'checks', 'notify'];
const OF_PARTS = ['list', 'card'];
/** Keys that are filled in at other places. */
const ELSEWHERE = ['$schema', 'name', 'section', 'words', 'fields', 'form'];

const builderText = (key: string, params: Values = {}) => text(`sectionBuilder.${key}`, params);

interface Sought {
  /** Label of the control; null: the labels of all controls that have one. */
  label: string | null;
  /** Only a group of controls. */
  isGroup: boolean;
}

/** Finds a control of a group by its label, without those of the groups within it. Runs in the page. */
function look(scope: Element, { label, isGroup }: Sought): Element | null | string[] {
  const groups = 'fieldset[aria-label], section[aria-label], [role=tabpanel], [role=dialog]';
  const plain = (words: string | null | undefined) => (words ?? '').replaceAll(/\s+/g, ' ').trim();
  const controls = scope.querySelectorAll<HTMLInputElement | HTMLFieldSetElement>('input, select, textarea, fieldset');
  const own = [...controls].filter(
    (one) => !one.hasAttribute('aria-hidden') && one.parentElement?.closest(groups) === scope,
  );
  const isField = (one: Element): one is HTMLInputElement => !(one instanceof HTMLFieldSetElement);
  const nameOf = (one: HTMLInputElement | HTMLFieldSetElement) => {
    const words = isField(one) ? one.labels?.[0] : one.querySelector(':scope > legend');
    return plain(one.getAttribute('aria-label') ?? words?.textContent);
  };
  const isSet = (one: HTMLInputElement | HTMLFieldSetElement) => {
    if (!isField(one)) return one.querySelector('[data-item], :checked') !== null;
    return one.type === 'checkbox' ? one.checked : one.value !== '';
  };
  if (label === null) return own.filter(isSet).map(nameOf);
  const wanted = plain(label);
  return own.find((one) => nameOf(one) === wanted && !(isGroup && isField(one))) ?? null;
}

/** The head of the outermost folded part around a control; null when it can be seen. Runs in the page. */
function foldedHead(control: Element): Element | null {
  let head: Element | null = null;
  for (let part = control.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
    if (!part.open) head = part.querySelector('summary');
  return head;
}

/** Builds a section in the builder as its file says, by its forms and its palette alone. */
export class BuilderDriver {
  readonly #page: Page;
  readonly #hands: Hands;
  readonly #target: DefinitionObject;

  constructor(page: Page, hands: Hands, target: DefinitionObject) {
    this.#page = page;
    this.#hands = hands;
    this.#target = target;
  }

  /** From the list of sections to the last option; it is not applied yet. */
  async build(): Promise<void> {
    const strange = Object.keys(this.#target).filter(
      (key) => ![...OF_SECTION, ...OF_PARTS, ...ELSEWHERE].includes(key),
    );
    if (strange.length) throw new Error(`The builder has no forms for ${strange.join(', ')}`);
    await this.#begin();
    await this.#addFields();
    await this.#addFormParts();
    for (const name of Object.keys(getRawFields(this.#target))) await this.#fillField(name);
    await this.#orderFormParts();
    await this.#fillSection();
  }

  async press(name: string | RegExp): Promise<void> {
    await this.#hands.press(await this.#shown(this.#page.getByRole('button', { name, exact: true })));
  }

  async tab(name: string): Promise<void> {
    await this.#hands.press(await this.#shown(this.#page.getByRole('tab', { name, exact: true })));
  }

  /** Gives the section its title and its name. */
  async #begin(): Promise<void> {
    const title = textAt(this.#target, ['words', 'title']) || capitalise(textAt(this.#target, ['words', 'plural']));
    await this.press(/Новый раздел/);
    const dialog = await this.#shown(this.#page.getByRole('dialog'));
    await this.#write(dialog, builderText('fresh.name'), title);
    await this.#write(dialog, builderText('fresh.address'), textAt(this.#target, ['name']));
    await this.press(builderText('fresh.create'));
  }

  /** The first field is there already; the palette adds the others. */
  async #addFields(): Promise<void> {
    for (const [at, [name, field]] of Object.entries(getRawFields(this.#target)).entries()) {
      const kind = String(field.kind);
      if (at === 0) await this.press(builderText('fields.edit', { label: builderText('firstField') }));
      else await this.#addFromPalette(kind);
      const editor = await this.#shown(this.#page.getByRole('region', { name: /^Поле «/ }));
      await this.#write(editor, builderText('field.label'), String(field.label));
      const kindInput = await this.#find(editor, builderText('field.kind'));
      if ((await kindInput.evaluate((one) => (one as HTMLSelectElement).value)) !== kind)
        await this.#hands.choose(kindInput, kind);
      await this.#write(editor, builderText('field.name'), name);
      await this.press(builderText('field.back'));
    }
  }

  async #addFromPalette(kind: string): Promise<void> {
    const name = builderText('palette.add', { kind: builderText(`kinds.${kind}`) });
    const button = this.#page.getByRole('button', { name, exact: true });
    if (!(await button.isVisible()))
      await this.#hands.press(
        await this.#shown(this.#page.locator('summary', { hasText: builderText('palette.more') })),
      );
    await this.#hands.press(await this.#shown(button));
  }

  /** The parts of the form as the file says them. */
  get #parts(): Values[] {
    const parts = valueAt(this.#target, formPath(this.#target));
    return Array.isArray(parts) ? parts : [];
  }

  async #addFormParts(): Promise<void> {
    for (const [at, part] of this.#parts.entries()) {
      if (at > 0) await this.press(builderText('fields.addSection'));
      const scope = await this.#formPart(at);
      await this.#write(scope, builderText('fields.sectionTitle', { number: at + 1 }), String(part.title ?? ''));
      const { fields: _, title: __, ...options } = part;
      await this.#fill(scope, [...formPath(this.#target), at], formPartSchema(), options, 'form', ['fields', 'title']);
    }
  }

  #formPart = (at: number) =>
    this.#shown(
      this.#page.getByRole('region', { name: builderText('fields.section', { number: at + 1 }), exact: true }),
    );

  async #fillField(name: string): Promise<void> {
    const field = getRawFields(this.#target)[name] ?? {};
    const kind = String(field.kind);
    await this.press(builderText('fields.edit', { label: field.label }));
    const editor = await this.#shown(this.#page.getByRole('region', { name: /^Поле «/ }));
    await this.#fill(editor, ['fields', name], kindSchema(kind), field, kind, ['kind', 'label']);
    const part = this.#parts.findIndex(({ fields }) => Array.isArray(fields) && fields.includes(name));
    await this.#hands.choose(await this.#find(editor, builderText('field.formPart')), part < 0 ? '' : String(part));
    await this.press(builderText('field.back'));
  }

  /** Carries the fields of each part of the form to their places. */
  async #orderFormParts(): Promise<void> {
    for (const [at, { fields }] of this.#parts.entries()) {
      const part = await this.#formPart(at);
      const namesNow = () => part.$$eval('li[data-field]', (rows) => rows.map((row) => row.getAttribute('data-field')));
      for (const [place, name] of (fields as string[]).entries()) {
        const places = (await namesNow()).indexOf(name) - place;
        if (places === 0) continue;
        const handles = await part.$$('li[data-field] > button:first-child');
        const [handle, other] = [handles[place + places], handles[place]] as [Control, Control];
        await this.#hands.carry(handle, other, places);
        await this.#until(async () => (await namesNow())[place] === name, `«${name}» at place ${place + 1}`);
      }
    }
  }

  async #fillSection(): Promise<void> {
    const target = this.#target;
    await this.tab(builderText('tabs.section'));
    const scope = await this.#shown(this.#page.getByRole('tabpanel', { name: builderText('tabs.section') }));
    for (const form of FORMS) await this.#write(scope, builderText(`words.${form}`), textAt(target, ['words', form]));
    await this.#choose(scope, builderText('words.gender'), textAt(target, ['words', 'gender']));
    const [guide = 'plain'] = isObject(target.form) ? Object.keys(target.form) : [];
    await this.#choose(scope, builderText('section.formGuide'), guide);
    const { properties = {} } = getDefinitionSchema();
    const only = Object.fromEntries(OF_SECTION.map((key) => [key, properties[key] ?? {}]));
    const ofSection = Object.fromEntries(Object.entries(target).filter(([key]) => key in only));
    await this.#fill(scope, [], { properties: only }, ofSection, 'section');
    for (const key of OF_PARTS) {
      const values = target[key];
      if (isObject(values)) await this.#fill(scope, [key], objectSchema(properties[key] ?? {}), values, key);
    }
  }

  /** Fills in the options of an object: lists first, whose items others name; what the file does not say is emptied. */
  async #fill(
    scope: Control,
    path: Path,
    schema: JsonSchema,
    values: Values,
    above: string,
    skipped: readonly string[] = [],
  ): Promise<void> {
    const { properties = {} } = schema;
    const done = new Set<string>();
    const put = async (key: string, value: unknown) => {
      const label = optionLabel(key, above);
      const option = properties[key];
      if (label === null || !option) throw new Error(`${[...path, key].join('.')} has no input in the builder`);
      done.add(label);
      await this.#put(scope, [...path, key], label, resolveSchema(option), value);
    };
    const isList = (key: string) =>
      ['objects', 'columns'].includes(optionInputKind(resolveSchema(properties[key] ?? {})));
    const keys = Object.keys(values).filter((key) => !skipped.includes(key));
    for (const key of [...keys.filter(isList), ...keys.filter((one) => !isList(one))]) await put(key, values[key]);
    const found = await scope.evaluateHandle(look, { label: null, isGroup: false });
    const set = new Set((await found.jsonValue()) as string[]);
    for (const key of Object.keys(properties)) {
      const label = optionLabel(key, above)?.replaceAll(/\s+/g, ' ') ?? '';
      if (!(key in values) && !skipped.includes(key) && set.has(label) && !done.has(label)) await put(key, undefined);
    }
  }

  /** Gives one option its value; undefined for none. */
  async #put(scope: Control, path: Path, label: string, schema: JsonSchema, value: unknown): Promise<void> {
    const kind = optionInputKind(schema);
    const choices = choicesAt(this.#target, path, []);
    const key = String(path.at(-1));
    if (choices || kind === 'select')
      return schema.type === 'array' && choices
        ? this.#putNames(
            scope,
            label,
            ((value ?? []) as string[]).map((name) => choices.find((one) => one.value === name)?.label ?? name),
          )
        : this.#choose(scope, label, String(value ?? ''));
    if (kind === 'switch' || kind === 'object' || (kind === 'condition' && typeof value !== 'string')) {
      await this.#tick(await this.#find(scope, label), value !== undefined);
      if (!isObject(value)) return;
      return this.#fill(await this.#find(scope, label, true), path, objectSchema(schema), value, key);
    }
    if (kind === 'choices') return this.#putTicks(scope, label, schema, (value ?? []) as unknown[]);
    if (kind === 'objects') return this.#putObjects(scope, path, label, schema, (value ?? []) as Values[]);
    if (kind === 'columns') return this.#putColumns(scope, path, label, schema, value as Record<string, Values>);
    if (kind === 'json' || kind === 'condition') throw new Error(`${path.join('.')} is written in JSON alone`);
    const lines = Array.isArray(value) ? value.join(kind === 'numbers' ? ', ' : '\n') : value;
    return this.#write(scope, label, String(lines ?? ''));
  }

  /** Several names in their order: those that are too many go, those that are missing come, each goes up to its place. */
  async #putNames(scope: Control, label: string, wanted: readonly string[]): Promise<void> {
    const group = await this.#find(scope, label, true);
    await this.#reveal(group);
    const namesNow = () =>
      group.$$eval('li[data-item] > span:first-child', (names) => names.map((one) => one.textContent));
    const button = async (at: number, which: number) =>
      (await group.$(`li[data-item]:nth-child(${at + 1}) button >> nth=${which}`)) as Control;
    for (const name of await namesNow())
      if (!wanted.includes(name)) await this.#hands.press(await button((await namesNow()).indexOf(name), 2));
    for (const [place, name] of wanted.entries()) {
      const add = (await group.$('[aria-haspopup=menu]')) as Control;
      if (!(await namesNow()).includes(name)) await this.#hands.pick(add, name);
      for (let at = (await namesNow()).indexOf(name); at > place; at -= 1) await this.#hands.press(await button(at, 0));
    }
  }

  async #putTicks(scope: Control, label: string, schema: JsonSchema, wanted: readonly unknown[]): Promise<void> {
    const group = await this.#find(scope, label, true);
    await this.#reveal(group);
    for (const [at, choice] of (schemaChoices(resolveSchema(schema.items ?? {})) ?? []).entries()) {
      const box = (await group.$(`input >> nth=${at}`)) as Control;
      const name = await box.evaluate((one) => (one as HTMLInputElement).labels?.[0]?.textContent);
      if (name !== valueLabel(choice)) throw new Error(`«${name}» is no «${valueLabel(choice)}»`);
      await this.#tick(box, wanted.includes(choice));
    }
  }

  /** Makes as many items as there are to be. @param fill fills in the item of a place */
  async #putItems(
    scope: Control,
    label: string,
    count: number,
    fill: (item: Control, at: number) => Promise<void>,
  ): Promise<void> {
    const group = await this.#find(scope, label, true);
    await this.#reveal(group);
    const items = () => group.$$(':scope > [data-item]') as Promise<Control[]>;
    for (let length = (await items()).length; length > count; length -= 1) {
      const last = (await items()).at(-1);
      await this.#hands.press((await last?.$('button >> nth=2')) as Control);
    }
    for (let at = 0; at < count; at += 1) {
      if ((await items()).length <= at) await this.#hands.press((await group.$(':scope > button')) as Control);
      await this.#until(async () => (await items()).length > at, `item ${at + 1} of «${label}»`);
      await fill((await items())[at] as Control, at);
    }
  }

  #putObjects(scope: Control, path: Path, label: string, schema: JsonSchema, wanted: readonly Values[]) {
    const item = resolveSchema(schema.items ?? {});
    return this.#putItems(scope, label, wanted.length, (one, at) =>
      this.#fill(one, [...path, at], item, wanted[at] ?? {}, String(path.at(-1))),
    );
  }

  #putColumns(scope: Control, path: Path, label: string, schema: JsonSchema, wanted: Record<string, Values>) {
    const columns = Object.entries(wanted);
    return this.#putItems(scope, label, columns.length, async (one, at) => {
      const [name, column] = columns[at] ?? ['', {}];
      const kind = String(column.kind);
      await this.#write(one, builderText('field.label'), String(column.label));
      await this.#choose(one, builderText('field.kind'), kind);
      await this.#write(one, builderText('field.name'), name);
      await this.#fill(one, [...path, name], columnSchema(schema, kind) ?? {}, column, kind, ['kind', 'label']);
    });
  }

  async #tick(box: Control, isWanted: boolean): Promise<void> {
    const isTicked = await box.evaluate((one) => (one as HTMLInputElement).checked);
    if (isTicked === isWanted) return;
    await this.#reveal(box);
    await this.#hands.press(box);
  }

  async #write(scope: Control, label: string, words: string): Promise<void> {
    const input = await this.#find(scope, label);
    if ((await input.inputValue()) === words) return;
    await this.#reveal(input);
    await this.#hands.write(input, words);
    if ((await input.inputValue()) !== words) throw new Error(`«${label}» does not take «${words}»`);
  }

  async #choose(scope: Control, label: string, value: string): Promise<void> {
    const select = await this.#find(scope, label);
    if ((await select.inputValue()) === value) return;
    await this.#reveal(select);
    await this.#hands.choose(select, value);
    if ((await select.inputValue()) !== value) throw new Error(`«${label}» does not take «${value}»`);
  }

  async #find(scope: Control, label: string, isGroup = false): Promise<Control> {
    let found: Control | null = null;
    await this.#until(async () => {
      found = (await scope.evaluateHandle(look, { label, isGroup })).asElement() as Control | null;
      return found !== null;
    }, `«${label}»`);
    return found as unknown as Control;
  }

  /** Unfolds whatever hides a control. */
  async #reveal(control: Control): Promise<void> {
    for (;;) {
      const head = (await control.evaluateHandle(foldedHead)).asElement();
      if (!head) return;
      await this.#hands.press(head as Control);
    }
  }

  async #shown(locator: ReturnType<Page['locator']>): Promise<Control> {
    await locator.waitFor();
    return (await locator.elementHandle()) as Control;
  }

  async #until(holds: () => Promise<boolean>, what: string): Promise<void> {
    for (let waited = 0; waited < PATIENCE; waited += 50) {
      if (await holds()) return;
      await this.#page.waitForTimeout(50);
    }
    throw new Error(`The builder does not show ${what}`);
  }
}
