import * as z from 'zod';
import { LEVELS, SECTIONS } from '#resources/language/access.ts';
import { BUILDING_TYPES } from '#resources/protocol/buildings/buildings.ts';
import { RESIDENT_STATUSES, SENDER_TYPES } from '#resources/protocol/enums.ts';
import { TAG_OBJECTS } from '#resources/protocol/search/search.ts';
import { METER_TYPES, READING_TYPES } from '#resources/rules/readings/meters.ts';
import { TASK_HISTORY, TASK_RESOLUTIONS, TASK_STAGES } from '#resources/rules/requests/constants.ts';

/**
 * Schemas of the specification's records, for checking another server: every documented key, no keys of our own, and every form
 * that the documents leave open (G-68). Stricter than what the console can read: documented keys are required, and null is
 * allowed only where a value may be missing.
 */

/** An integer or its decimal text (G-68). */
export const id = z.union([z.int(), z.string().regex(/^\d+$/)]);
const count = id;
/** A number or its decimal text (G-68). */
const amount = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]);
/** The number on a door: «12», «14к1», or a number. */
const label = z.union([z.string().min(1), z.number()]);
const words = z.string();
const wordsOrNone = z.string().nullable();
/** ISO 8601 date and time, in UTC, with offset or local; or a date. */
const moment = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]);
const day = z.union([z.int().min(1).max(28), z.string().regex(/^(0?[1-9]|1\d|2[0-8])$/)]).nullable();

/** The shape, bare or nested under a name (G-68), whichever the value has. */
function nested(name: string, shape: z.ZodType): z.ZodType {
  const under = z.looseObject({ [name]: shape });
  return z.unknown().superRefine((value, context) => {
    const isUnder = typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'object';
    const { error } = (isUnder ? under : shape).safeParse(value);
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue });
  });
}

/** An id, an object with `id`, or either nested under its name (G-68). */
const reference = (name: string): z.ZodType =>
  z.union([id, z.looseObject({ id }), z.looseObject({ [name]: z.union([id, z.looseObject({ id })]) })]);

const named = z.object({ id, name: words });
const labelled = z.object({ id, label: words });
const address = z.object({ id, street: words, number: label });
const porch = z.object({ id, number: label });
const file = z.object({ file: z.string().min(1) });
const picture = z.object({ medium: file, large: file });
const sections = z.object(Object.fromEntries(SECTIONS.map((section) => [section, z.enum(LEVELS)])));
const person = z.object({ first_name: words, last_name: words });
const image = z.object({ id, name: words, ...picture.shape });
const document = z.object({ id, name: words, s3_file: file });
const files = { image_attachments: z.array(image), file_attachments: z.array(document) };

export const permissions = z.object({ sections });
export const signedIn = z.object({ role: words, token: wordsOrNone });

/** A building of the building selector (API-13). */
export const building = address.extend({
  complex: named.nullish(),
  is_all_porches: z.boolean(),
  available_porches: z.array(porch),
});

const flat = nested(
  'object',
  z.object({
    id,
    label,
    porch: z.object({ number: label }).nullable(),
    floor: z.object({ number: label }).nullable(),
    pipe: z.object({ name: words }).nullable(),
  }),
);
const parts = {
  floors: z.array(z.object({ id, number: label, porch: reference('porch').nullish() })),
  pipes: z.array(named.extend({ flats: z.array(z.object({ id, label })) })),
  units: z.array(flat),
};

export const buildingDetails = address.extend({ complex: named.nullish(), porches: z.array(porch), ...parts });
export const porchDetails = porch.extend({ building: reference('building'), ...parts });

const author = z.object({ name: words, avatar: wordsOrNone });

/** `warn` is an alias of `alert`, and `advert` of `adv` (G-07). */
const NEWS_TYPES = ['info', 'accident', 'alert', 'report', 'adv', 'warn', 'advert'] as const;
/** An announcement of the list, which has no documented target. */
export const announcement = z.object({
  id,
  title: words,
  description: words,
  type: z.enum(NEWS_TYPES),
  author,
  date_edit: moment,
  ...files,
});
export const announcementDetails = announcement.extend({ target: z.looseObject({}) });

export const booklet = z.object({ id, cover: z.object({ medium: file }) });
export const bookletDetails = z.object({
  id,
  title: words,
  duration: amount.nullable(),
  cover: picture,
  frames: z.array(
    z.object({
      title: words,
      description: words,
      duration: amount.nullable(),
      background_content: z.object({ type: z.enum(['image', 'video']), large: file }),
    }),
  ),
});

export const service = named;
export const performer = person.extend({ user: id, position: wordsOrNone, avatar: wordsOrNone });
const target = z.union([id, nested('building', z.looseObject({ id: id.optional(), street: words.optional() }))]);
const taskId = { id, stage: z.enum(TASK_STAGES) };
/** A request (API-16). */
export const task = z.object({
  ...taskId,
  resolution: z.enum(TASK_RESOLUTIONS).nullable(),
  resolution_description: wordsOrNone,
  order: amount,
  performer: performer.nullable(),
  service: named.extend({ icon: wordsOrNone }),
  information: z.object({ description: words }),
  creator: person.nullable(),
  creation_date: moment,
  target_type: words,
  target,
  task_name: words,
});
export const taskDetails = task.extend({
  history: z.array(
    z.object({ id, date: moment, type: z.enum(TASK_HISTORY), action: z.looseObject({ user: person.nullable() }) }),
  ),
});
export const taskCount = z.object({ count });

const residentUnit = nested(
  'object',
  z.object({
    id,
    label,
    building: address,
    porch: z.object({ number: label }).nullable(),
    floor: z.object({ number: label }).nullable(),
    pipe: z.object({ name: words }).nullable(),
  }),
);
const resident = person.extend({ user: id, phone_number: words, status: z.enum(RESIDENT_STATUSES) });
export const residentDetails = resident.extend({
  gender: z.enum(['male', 'female']).nullable(),
  email: wordsOrNone,
  units: z.array(residentUnit),
});
/** A building found by the search, with its units (RES-11). */
export const foundBuilding = address.extend({
  units: z.array(z.intersection(flat, z.looseObject({ residents: z.array(resident) }))),
});
export const suggestions = z.object({
  buildings: z.array(address),
  complexes: z.array(named),
  residents: z.array(person.extend({ id, user: id })),
  types: z.array(z.enum(TAG_OBJECTS)),
  search_str: words,
});

const value = z.union([z.string().regex(/^\d*$/), z.number()]).nullish();
const meters = z.object(Object.fromEntries(METER_TYPES.map((meter) => [meter, value])));
const sender = z.object({ type: z.enum(SENDER_TYPES), first_name: wordsOrNone, last_name: wordsOrNone });
const unit = z.object({ id, label, building: z.object({ street: words, number: label }) });
/** A flat with its meter readings (API-18). */
export const meter = z.object({
  unit,
  month_result: z.object({ date: moment, meters, sender: sender.optional() }).nullable(),
  passes: z.array(z.object({ id, date: moment, sender, meters })),
});
export const meterDetails = z.object({ last_result: z.object({ meters, sender }).nullable() });
const readingTypes = z.array(z.enum([...READING_TYPES, ...METER_TYPES]));
const window = { submit_start_day: day, submit_end_day: day };
export const readingList = z.object({ reading_types: readingTypes, ...window });

export const camera = z.object({ id, name: words, link: z.string().min(1), buildings: z.array(reference('building')) });
export const cameraDetails = camera.extend({ buildings: z.array(z.object({ id, is_all_porches: z.boolean() })) });

/** A building of the settings (SET-05) in the paged list, without its reading settings. */
export const settingsRow = address.extend({
  complex: z.object({ name: words }).nullish(),
  tenant: z.object({ label: words }).nullable(),
  subsidiary: z.object({ label: words }).nullable(),
  building_type: z.enum(BUILDING_TYPES),
  floor_count: count.nullable(),
  porches_count: count.nullable(),
  units_count: count.nullable(),
  cameras_count: count.nullable(),
  available_porches: z.array(porch),
});
/** Reading settings of a building, which is identified by its own id or under `building`. */
export const readingSettings = z.object({
  id,
  reading_types: readingTypes,
  ...window,
});
export const settingsDetails = z.object({
  building: reference('building').optional(),
  reading_types: readingTypes,
  ...window,
  cameras: z.array(
    z.object({
      id,
      name: words,
      buildings: z.array(z.object({ street: words, number: label })),
      is_selected: z.boolean(),
    }),
  ),
});
export const companyProfile = z.object({
  name_full: words,
  name_short: words,
  avatar: wordsOrNone,
  phones: z.array(z.object({ group: words, number: words })),
  license_on: z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]).nullable(),
});
export const company = labelled.extend({ is_tenant: z.boolean() });

/** An employee (API-17). */
export const employee = person.extend({
  user: id,
  gender: z.enum(['male', 'female']).nullable(),
  position: wordsOrNone,
  company: labelled.nullable(),
  phone_number: words,
  email: wordsOrNone,
  status: z.enum(RESIDENT_STATUSES),
  avatar: wordsOrNone,
  user_chat_id: wordsOrNone,
  tenant: z.object({ label: words }).nullable(),
  buildings: z.array(address),
  porches: z.array(z.object({ id, building: reference('building') })),
  sections,
});
export const employeeDetails = employee.extend({ services: z.array(reference('service')) });
export const profile = person.extend({
  user: id,
  avatar: wordsOrNone,
  phone_number: words,
  date: moment,
  position: wordsOrNone,
  company: z.object({ id }).nullable(),
  subsidiary: z.union([words, z.object({ label: words })]).nullable(),
  user_chat_id: wordsOrNone,
  sections,
  buildings: z.array(address),
  porches: z.array(z.object({ id, number: label })),
});
export const chatProfile = z.object({ status: words, position: wordsOrNone });

/** A complaint (COMPL-11). */
export const complaint = z.object({
  creator: person.extend({ avatar: wordsOrNone }),
  description: words,
  creation_date: moment,
  type: words,
});
export const complaintPreview = z.object({ last_complaint: complaint.nullable(), unread_count: count });
