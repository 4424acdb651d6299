import type { RouteObject } from 'react-router';
import { resourceRoutes } from '#console/engine/pages.tsx';
import { avatar } from '#console/sections/avatar/section.ts';
import { chats } from '#console/sections/chats/section.ts';
import { definitionFiles } from '#console/sections/definitions/section.ts';
import { buildingAccess } from '#console/sections/employees/section.ts';
import { firstSteps } from '#console/sections/first-steps/section.ts';
import { residentImport } from '#console/sections/import/section.ts';
import { journal } from '#console/sections/journal/section.ts';
import { personalData } from '#console/sections/personal-data/section.ts';
import { profile } from '#console/sections/profile/section.ts';
import { secondFactorPolicy } from '#console/sections/second-factor/section.ts';
import { company, passport, settings, structure } from '#console/sections/settings/section.ts';
import { shift } from '#console/sections/shift/section.ts';
import { status } from '#console/sections/status/section.ts';
import type { MenuSection } from '#console/shell/menu/menu-sections.ts';
import { type AreaTab, withSettingsArea } from '#console/shell/settings-area.tsx';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Section } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import { type BrokenSectionPlace, brokenSections, filesOfSection, problemCount } from './broken-sections.ts';
import { SECTION_FIELDS } from './section-fields.ts';
import { loadSlot } from './slots.ts';

/** A section of the console: its pages and, if it has one, its menu entry. */
export interface ConsoleSection {
  name: string;
  /** Left out for pages that the menu does not list. */
  menu?: MenuSection;
  /** Sort order among the sections that an installation added, lowest first; 0 when left out. */
  order?: number;
  /** Its tab in the settings area; left out for a section outside of it. */
  tab?: AreaTab;
  /** Routes with the paths of the specification; each page is a lazy import. */
  routes: readonly RouteObject[];
  /** Pages that show only an access message without the right to see the section. */
  guarded?: readonly GuardedPage[];
}

/** A page that shows «Для вас доступ закрыт» without the right to see its section. */
export interface GuardedPage {
  path: string;
  needs: Section;
  title: string;
  /** A page of the settings area, which keeps the tab bar. */
  area?: boolean;
}

/**
 * Sections written in code instead of a definition. To add one, create a folder `src/sections/<name>` that exports a
 * `ConsoleSection` with lazily imported pages, and add it here.
 */
const CODED_SECTIONS: readonly ConsoleSection[] = [
  firstSteps,
  shift,
  profile,
  avatar,
  buildingAccess,
  settings,
  company,
  passport,
  structure,
  journal,
  status,
  personalData,
  secondFactorPolicy,
  chats,
  definitionFiles,
  residentImport,
];

/** Order of the left menu; sections that are not listed come at `…`. */
const MENU_ORDER = [
  'first-steps',
  'shift',
  'news',
  'tasks',
  'chats',
  'residents',
  'readings',
  'cameras',
  '…',
  'settings',
];

function menuIndex({ name }: ConsoleSection): number {
  const index = MENU_ORDER.indexOf(name);
  return index < 0 ? MENU_ORDER.indexOf('…') : index;
}

const WIDGETS = {
  loadSlot,
  fields: SECTION_FIELDS,
  createForms: {
    'settings-buildings': async () => (await import('#resources/sections/new-building.ts')).newBuilding,
  },
};

const sortOrder = ({ menu }: Resource): number => (typeof menu === 'object' ? menu.order : 0);

/** Creates the section of a definition. */
export function sectionFromResource(resource: Resource): ConsoleSection {
  const title = sectionTitle(resource.words);
  const { list, create, edit } = resource.routes;
  const { name, section } = resource;
  if (resource.area) {
    return {
      name,
      ...(resource.menu ? { order: sortOrder(resource), tab: { path: list, label: title, needs: section } } : {}),
      routes: resourceRoutes(resource, WIDGETS).map((route) =>
        route.path === list ? withSettingsArea(section, route) : route,
      ),
      guarded: [{ path: list, needs: section, title, area: true }],
    };
  }
  const pages = [create, edit, ...(resource.ways ?? []).map(({ path }) => path)].filter((path) => path !== undefined);
  const entry = { path: list, label: title, icon: resource.icon, needs: section, pages };
  const group = typeof resource.menu === 'object' ? resource.menu.group : undefined;
  return {
    name,
    ...(resource.menu ? { order: sortOrder(resource), menu: { ...entry, ...(group ? { group } : {}) } } : {}),
    routes: resourceRoutes(resource, WIDGETS),
    guarded: [{ path: list, needs: section, title }],
  };
}

/** Order of the settings tabs (SET-03); sections that an installation added come last. */
const TAB_ORDER = ['employees', 'settings-buildings', 'company'];

/** The tab bar of the settings area (SHELL-20). */
export function areaTabs(sections: readonly ConsoleSection[]): readonly AreaTab[] {
  const tabIndex = ({ name }: ConsoleSection) =>
    TAB_ORDER.includes(name) ? TAB_ORDER.indexOf(name) : TAB_ORDER.length;
  return [...sections]
    .sort((a, b) => tabIndex(a) - tabIndex(b) || (a.order ?? 0) - (b.order ?? 0))
    .flatMap(({ tab }) => tab ?? []);
}

/**
 * All sections of this installation in menu order: built-in definitions, sections written in code, and sections added at run
 * time.
 * @param brokenFiles invalid files of added sections, as far as the person may see them
 */
export function buildSections(
  extra: readonly Resource[],
  brokenFiles: readonly BrokenFile[] = [],
): readonly ConsoleSection[] {
  const added = [...extra.map(sectionFromResource), ...brokenSections(brokenFiles, extra).map(brokenSectionEntry)];
  return [
    ...BUILT_IN.map(sectionFromResource),
    ...CODED_SECTIONS,
    ...sortByGroup(added).map((one) => withProblemCount(one, brokenFiles)),
  ].sort((a, b) => menuIndex(a) - menuIndex(b));
}

/** Sorts the added sections: those without a group first, then each group at the position of its first section. */
function sortByGroup(added: readonly ConsoleSection[]): readonly ConsoleSection[] {
  const sortedSections = [...added].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const groups = [undefined, ...new Set(sortedSections.flatMap(({ menu }) => menu?.group ?? []))];
  return groups.flatMap((group) => sortedSections.filter(({ menu }) => menu?.group === group));
}

/** A section without a valid definition: only a menu entry or tab, and a page that lists the problems of its file. */
const brokenSectionEntry = ({ name, path, title, entry }: BrokenSectionPlace): ConsoleSection => ({
  name,
  ...(entry === 'menu' ? { menu: { path, label: title, icon: 'description' } } : {}),
  ...(entry === 'settings' ? { tab: { path, label: title } } : {}),
  routes: [],
});

/** Adds the number of problems in its file to the menu entry or tab of a section. */
function withProblemCount(section: ConsoleSection, brokenFiles: readonly BrokenFile[]): ConsoleSection {
  const { name, menu, tab } = section;
  if (!filesOfSection(brokenFiles, name).length) return section;
  const count = problemCount(name);
  return { ...section, ...(menu ? { menu: { ...menu, count } } : {}), ...(tab ? { tab: { ...tab, count } } : {}) };
}
