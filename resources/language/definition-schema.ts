import * as z from 'zod';
import { CALENDAR_VIEWS } from './calendar.ts';
import { COLOURS } from './colours.ts';
import { EVERY_KIND } from './every-kind.ts';
import { expressionText } from './expressions/schema.ts';
import { ADDITIONS, FEATURES } from './features.ts';
import { FIELD_LEVELS } from './field-levels.ts';
import { fieldName } from './field-name.ts';
import { ICONS } from './icons.ts';
import { KINDS } from './kinds/registry.ts';
import { SECTION_NAME } from './names.ts';
import { noticesSchema } from './notices.ts';
import { notifyRule } from './notify-rules.ts';
import { CONSOLE_PATH } from './reserved-routes.ts';
import { SLOTS } from './slots.ts';
import { FIGURES } from './totals.ts';

/**
 * The schema of a definition, which is also its documentation. Kept apart from `define-resource.ts`, so that the console, whose
 * definitions are checked already, does not bundle zod schemas for them.
 */

/** The message of a pattern is its problem code, see `definition-problem.ts`. */
const name = z.string().regex(SECTION_NAME, 'name');
const path = z.string().regex(CONSOLE_PATH, 'path');

const wordsSchema = z.strictObject({
  one: z.string().min(1).describe('1: «камера»'),
  few: z.string().min(1).describe('2–4: «камеры»'),
  many: z.string().min(1).describe('5–20: «камер»'),
  accusative: z.string().min(1).describe('Whom or what: «камеру»'),
  gender: z.enum(['f', 'm', 'n']),
  plural: z.string().min(1).describe('The section: «камеры»'),
  title: z.string().min(1).optional().describe('Name of the section, where it is not the plural: «Новости»'),
});

/** A built-in widget, or one of the installation (docs/section-author.md). */
const ownSlot = z.templateLiteral(['own-', z.string().regex(/^[a-z][a-z0-9-]*$/)]);
const slot = z.union([z.enum(SLOTS), ownSlot]);

/** How the card of a referenced record lists the records that refer to it. */
const relatedSchema = z.strictObject({
  label: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .optional()
    .describe('Heading of the list; left out: what the section is called'),
  create: z.boolean().optional().describe('A button makes a record with the field filled in'),
});

/** Options of every field, whatever its kind. */
export const common = {
  label: z.string().optional().describe('Left out: the text `resources.<name>.fields.<field>`'),
  required: z
    .union([z.boolean(), expressionText])
    .optional()
    .describe('Has to be given; an expression: while it is true of the record (docs/expressions.md)'),
  when: expressionText
    .optional()
    .describe(
      'Asked for only while this expression over fields above it is true of the record; else the field is empty (docs/expressions.md)',
    ),
  readonly: expressionText
    .optional()
    .describe('Not changed by a form while this expression is true of the record as it is kept; moves may ask for it'),
  see: z
    .enum(FIELD_LEVELS)
    .optional()
    .describe(
      'The least level of people who see the field: those who may change records of the section (`write`), or administrators; everyone in the section when left out',
    ),
  change: z
    .enum(FIELD_LEVELS)
    .optional()
    .describe(
      'The least level of people who change the field, by a form, a file or a move; whoever may change the record when left out',
    ),
  initial: expressionText
    .optional()
    .describe('What a new form begins with, as an expression over `today`, `me` and `building`, the only one checked'),
  computed: expressionText
    .optional()
    .describe(
      'The value, as an expression over other fields: the server keeps it with every change, and nothing is typed (stored generically only; docs/expressions.md)',
    ),
  message: z.string().optional().describe('Shown when a required value is missing; a text key or the sentence'),
  wire: z
    .string()
    .optional()
    .describe('Name on the wire, when it is another one; with an `api` it may be a path: `unit.label`'),
  help: z.string().optional(),
  filter: z
    .union([z.boolean(), z.literal('header')])
    .optional()
    .describe('Offered as a filter of the list; `header`: beside the title, always set'),
  once: z
    .boolean()
    .optional()
    .describe('Given when a record is created and never changed: an edit form shows it and does not send it'),
  requiredWith: z.string().optional().describe('Required as soon as the named field of the form holds something'),
  local: z.boolean().optional().describe('Only helps to fill the form in: it is not sent'),
  sparse: z.boolean().optional().describe('Sent only when it holds something, for a server that takes no null there'),
  addition: z
    .enum(ADDITIONS)
    .optional()
    .describe('A form has it only where the server says that it has this addition of ours'),
  input: slot.optional().describe('Widget that stands for it in a form, where the kind alone cannot'),
  cell: slot.optional().describe('Widget that shows it in lists and cards, where the kind alone cannot'),
  was: fieldName
    .optional()
    .describe('Name on the wire it had before: what records hold under it is taken over (stored generically only)'),
  unique: z.boolean().optional().describe('No two records may share the value (stored generically only)'),
  related: relatedSchema
    .optional()
    .describe('The card of what the field refers to (a record, a building, a flat) shows the records of this section'),
};

/** A field of one of these kinds. */
function fieldSchema(kinds: Readonly<Record<string, { options: z.ZodObject }>>) {
  const shapes = Object.entries(kinds).map(([kind, { options }]) =>
    z.strictObject({ kind: z.literal(kind), ...common, ...options.shape }),
  );
  return z.discriminatedUnion('kind', shapes as unknown as [z.ZodObject, ...z.ZodObject[]], {
    // Messages come from `definition-problem.ts`; this is only the list of kinds it shows.
    error: Object.keys(kinds).join(', '),
  });
}

/** Areas of the console that several sections share. */
const AREAS = ['settings'] as const;

/** A path of the console; `{id}` is replaced by the id of the saved record. */
const address = z.string().regex(/^\/(?:[A-Za-z0-9_?=&{}-]+\/)*[A-Za-z0-9_?=&{}-]*$/, 'path');

const formSection = z.strictObject({
  name: name.optional().describe('What `?screen=` of the form address calls it: the form then opens scrolled to it'),
  title: z.string().optional().describe('Heading above its fields'),
  hint: z.string().optional().describe('A line below the heading'),
  columns: z.literal(2).optional().describe('Its fields stand in pairs where there is room'),
  fields: z.array(fieldName).min(1).describe('Its fields, in order'),
  feature: z.enum(FEATURES).optional().describe('Only where this part of the product is on'),
  later: z
    .string()
    .optional()
    .describe('Only in the edit form; the step list of a create form shows it greyed, with this hint'),
  when: z
    .strictObject({
      field: fieldName.describe('The field that is waited for'),
      key: z.string().optional().describe('Key of its value, where that is an object'),
      is: z.string().describe('What it has to hold'),
      hint: z.string().describe('Said at the greyed step meanwhile'),
    })
    .optional()
    .describe(
      'Only while the field, or the key of it, holds this; else its step is greyed with the hint and it sends an empty value',
    ),
});

const recordCheck = z.strictObject({
  that: expressionText.describe(
    'What is true of a sound record, as an expression; one that an empty value leaves undecided refuses nothing',
  ),
  message: z.string().min(1).max(200).describe('What is said where it is not true'),
  field: fieldName.describe('The field at which that is said'),
});

const calendarSchema = z.strictObject({
  from: fieldName.describe('Field of the day, or of the moment, on which a record stands'),
  to: fieldName
    .optional()
    .describe('Field of the same kind with the last day, or the end, of records that take several days'),
  view: z
    .enum(CALENDAR_VIEWS)
    .optional()
    .describe('How it is shown first: as a month when left out; a phone begins with the agenda'),
});

const menuPlace = z.strictObject({
  group: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .optional()
    .describe('Heading of the left menu that it stands under, together with others of the same one: «Хозяйство»'),
  order: z
    .number()
    .int()
    .min(-1_000)
    .max(1_000)
    .default(0)
    .describe(
      'Its place among the added sections, the least first; a group stands where the first of it would, below those without one',
    ),
});

/** API binding of a section. */
export const apiSchema = z.strictObject({
  dialect: z.enum(['crm', 'simple-rest']),
  path: path.describe('Address of the collection, with its final slash where the server wants one'),
  paging: z
    .enum(['none', 'page', 'next', 'cursor'])
    .describe(
      'none: the whole list; page: page and page_size; only of crm – next: the next link of the answer; cursor: from_<key>',
    ),
  cursor: z
    .string()
    .optional()
    .describe('Key of the last record that the next batch starts after (`order` → `from_order`)'),
  pageSize: z.number().int().min(1).max(500).optional(),
  scope: z.literal('buildings_id').optional().describe('List calls carry the checked buildings'),
  update: z.enum(['PUT', 'PATCH']).default('PUT'),
  id: z.string().default('id').describe('Key of the record id on the wire, or a path to it: `unit.id`'),
  sort: z
    .string()
    .optional()
    .describe('Key of the query that the server sorts pages by: `name`, `-name`, fields called as in the definition'),
  version: z
    .string()
    .optional()
    .describe(
      'Key of the version of a record: an edit form sends it back, so that the second of two learns of the first (409)',
    ),
  undo: z
    .boolean()
    .optional()
    .describe('For 10 s after DELETE a record comes back by POST <address of the record>/restore/; the list offers it'),
});

/** The schema of a definition that an installation adds. */
export const resourceSchema = z.strictObject({
  $schema: z.string().optional(),
  name,
  was: name
    .optional()
    .describe(
      'Name of the section before: its records and all that is kept of them are taken over, and references of others go on leading here',
    ),
  section: name.describe('Permission section that guards it'),
  icon: z.enum(ICONS),
  words: wordsSchema,
  menu: z
    .union([z.boolean(), menuPlace])
    .default(true)
    .describe('Whether the left menu, or the tab bar of its area, lists it, and where'),
  area: z
    .enum(AREAS)
    .optional()
    .describe(
      'Area it is part of: it stands in the tab bar of the area, not in the left menu, and lists all buildings',
    ),
  routes: z.strictObject({ list: path, create: path.optional(), edit: path.optional() }).optional(),
  api: apiSchema.optional().describe('Left out: stored by the backend in the box, spoken to as simple-rest'),
  after: z
    .strictObject({
      create: address.optional().describe('After a new record; `{id}` stands for its id'),
      edit: address.optional().describe('After a changed record'),
    })
    .optional()
    .describe('Where a saved form leads; the list when left out'),
  record: z
    .strictObject({
      reachedBuilding: z
        .string()
        .optional()
        .describe('Key with the id of a building that must be open to people before they can open the record at all'),
      notOwn: z.string().optional().describe('Key with the employee the record is about: nobody changes their own'),
      wholeBuilding: z
        .string()
        .optional()
        .describe('Key with the id of a building that must be wholly open to people before they can change the record'),
      allPlaces: z
        .string()
        .optional()
        .describe(
          'Key that is false where the record may not be changed; `is_all_buildings` the storage knows by itself',
        ),
      deleteWhole: z
        .string()
        .optional()
        .describe(
          'Key that is false where the record may not be deleted; `is_all_buildings` the storage knows by itself',
        ),
    })
    .optional()
    .describe('Rules about single records, each naming a key of the record; they hold on both sides'),
  building: fieldName
    .optional()
    .describe('Field that ties a record to its building(s): readers see the records of theirs'),
  fields: z.record(fieldName, fieldSchema(KINDS)),
  checks: z
    .array(recordCheck)
    .min(1)
    .max(50)
    .readonly()
    .optional()
    .describe('Rules over several fields: «Дата окончания раньше начала»'),
  comments: z
    .boolean()
    .optional()
    .describe(
      'People who may see a record write comments on it and follow it; followers are notified of comments and moves (stored generically only)',
    ),
  notify: z
    .array(notifyRule)
    .min(1)
    .max(20)
    .readonly()
    .optional()
    .describe('People who are notified of what happens to records (stored generically only)'),
  import: z
    .strictObject({
      key: z
        .array(fieldName)
        .min(1)
        .max(5)
        .readonly()
        .describe('Fields by which a row of a file finds the record that it changes, all of them together'),
    })
    .optional()
    .describe(
      'A file may change records that are there: rows with the key of one change it, the others are new records (stored generically only)',
    ),
  ways: z
    .array(z.strictObject({ path, label: z.string().min(1) }))
    .min(2)
    .readonly()
    .optional()
    .describe('Pages that each create records, this form among them: a tab bar above the create form'),
  list: z.strictObject({
    body: slot
      .optional()
      .describe('Widget that finds and draws the records itself; the engine then draws only the frame of the page'),
    view: ownSlot
      .optional()
      .describe(
        'Widget that draws the records of the list, and what they are filtered by, from react-admin’s list context',
      ),
    frame: slot.optional().describe('Widget around the whole page, which may say more of the list: see `ListFrame`'),
    layout: z.enum(['table', 'cards', 'feed', 'board', 'calendar']),
    board: fieldName
      .optional()
      .describe('Field of states whose states are the columns of the layout `board`; left out, the first such field'),
    order: z
      .literal('manual')
      .optional()
      .describe(
        'People order the cards of a column of the layout `board` by hand; those never placed come last, in the order of `sort` (stored generically only)',
      ),
    calendar: calendarSchema.optional().describe('What the layout `calendar` shows records by'),
    card: slot.optional().describe('Widget of one record, for cards, feed, board and the days of a calendar'),
    above: slot.optional().describe('Widget that stands above the records, also when there are none'),
    columns: z.array(fieldName).optional(),
    menu: z.array(z.enum(['edit', 'suspend', 'hold-delete'])).default([]),
    search: z
      .array(fieldName)
      .optional()
      .describe('Fields one search box looks in; one or two letters are looked for at the beginnings of words'),
    sort: z.strictObject({ field: fieldName, order: z.enum(['ASC', 'DESC']) }).optional(),
    colours: z
      .array(
        z.strictObject({
          when: expressionText.describe(
            'Records of which this expression is true have the colour; the first such rule counts',
          ),
          colour: z.enum(COLOURS),
          label: z
            .string()
            .trim()
            .min(1)
            .max(60)
            .describe('What the colour means: in the tooltip and for screen readers'),
        }),
      )
      .min(1)
      .max(10)
      .readonly()
      .optional()
      .describe('Colours of rows and cards, by what the records hold'),
    group: fieldName
      .optional()
      .describe(
        'Field that the rows of a table are grouped by until a person chooses another, or none: one that is chosen, a reference, a building, a checkbox, a month, or a day, by its month (stored generically only)',
      ),
    totals: z
      .array(
        z.strictObject({
          field: fieldName.describe('A number, amount or duration, computed ones too'),
          figures: z
            .array(z.enum(FIGURES))
            .min(1)
            .readonly()
            .describe('Its sum, its average, its least and greatest value, and how many records hold one'),
        }),
      )
      .min(1)
      .max(20)
      .readonly()
      .optional()
      .describe('Figures of all records that the list finds, not only of its page (stored generically only)'),
    pageSizes: z.array(z.number().int().min(1).max(500)).optional(),
  }),
  card: z
    .strictObject({
      title: fieldName,
      fields: z.array(fieldName),
      head: slot.optional().describe('Widget in place of the title, which it has to show'),
      body: slot.optional().describe('Widget in place of the fields; it is drawn once the whole record is there'),
      foot: slot.optional().describe('Widget at the bottom'),
      edit: z.boolean().optional().describe('A link to the edit form at the bottom'),
    })
    .optional()
    .describe('Side card of a chosen record'),
  form: z
    .union([
      z.array(formSection),
      z.strictObject({
        head: slot.optional().describe('Widget above the fields of an edit form: whom or what it is about'),
        steps: z.array(formSection),
      }),
      z.strictObject({ tabs: z.array(formSection) }),
    ])
    .optional()
    .describe('Sections of fields one below another; with `steps` a list of steps beside them, with `tabs` a tab bar'),
});

/** The schema of a built-in definition, which can also use kinds of its section and notices. */
export const builtInSchema = resourceSchema.extend({
  fields: z.record(fieldName, fieldSchema(EVERY_KIND)),
  notices: noticesSchema.optional().describe('What others who may see the record are told of'),
  create: z
    .strictObject({ addition: z.enum(ADDITIONS) })
    .optional()
    .describe(
      'The create form has fields of its own (`src/app/sections.ts`), and this addition of ours takes what it sends',
    ),
});
