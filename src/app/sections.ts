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
import { type AreaTab, inSettings } from '#console/shell/settings-area.tsx';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Section } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import { type BrokenSectionPlace, brokenSections, filesOfSection, problemCount } from './broken-sections.ts';
import { SECTION_FIELDS } from './section-fields.ts';
import { loadSlot } from './slots.ts';

/** A part of the console: its pages and, if it has one, its menu entry. */
export interface ConsoleSection {
  name: string;
  /** Left out for pages that the menu does not list. */
  menu?: MenuSection;
  /** Its place among those that an installation added, the least first; 0 when left out. */
  order?: number;
  /** Its place in the tab bar of the settings area; left out for what is not in it. */
  tab?: AreaTab;
  /** Addresses as the specification has them; each page a lazy import. */
  routes: readonly RouteObject[];
  /** Pages that are closed as a whole without the right to see the section. */
  guarded?: readonly GuardedPage[];
}

/** A page that shows «Для вас доступ закрыт» without the right to see its section. */
export interface GuardedPage {
  path: string;
  needs: Section;
  title: string;
  /** It is a page of the settings area and keeps its tab bar. */
  area?: boolean;
}

/**
 * The sections that are no definition. A new one is a folder `src/sections/<name>` that exports a
 * `ConsoleSection`, its pages lazily imported, and one line here.
 */
const WRITTEN: readonly ConsoleSection[] = [
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

/** Order of the left menu. What is not named stands at the place of `…`. */
const ORDER = ['first-steps', 'shift', 'news', 'tasks', 'chats', 'residents', 'readings', 'cameras', '…', 'settings'];

function place({ name }: ConsoleSection): number {
  const index = ORDER.indexOf(name);
  return index < 0 ? ORDER.indexOf('…') : index;
}

const WIDGETS = {
  loadSlot,
  fields: SECTION_FIELDS,
  createForms: {
    'settings-buildings': async () => (await import('#resources/sections/new-building.ts')).newBuilding,
  },
};

const menuOrder = ({ menu }: Resource): number => (typeof menu === 'object' ? menu.order : 0);

/** The section that a definition makes. */
export function consoleSection(resource: Resource): ConsoleSection {
  const title = sectionTitle(resource.words);
  const { list, create, edit } = resource.routes;
  const { name, section } = resource;
  if (resource.area) {
    return {
      name,
      ...(resource.menu ? { order: menuOrder(resource), tab: { path: list, label: title, needs: section } } : {}),
      routes: resourceRoutes(resource, WIDGETS).map((route) =>
        route.path === list ? inSettings(section, route) : route,
      ),
      guarded: [{ path: list, needs: section, title, area: true }],
    };
  }
  const pages = [create, edit, ...(resource.ways ?? []).map(({ path }) => path)].filter((path) => path !== undefined);
  const entry = { path: list, label: title, icon: resource.icon, needs: section, pages };
  const group = typeof resource.menu === 'object' ? resource.menu.group : undefined;
  return {
    name,
    ...(resource.menu ? { order: menuOrder(resource), menu: { ...entry, ...(group ? { group } : {}) } } : {}),
    routes: resourceRoutes(resource, WIDGETS),
    guarded: [{ path: list, needs: section, title }],
  };
}

/** Order of the tabs of the settings area (SET-03); what an installation added follows. */
const TABS = ['employees', 'settings-buildings', 'company'];

/** The tab bar of the settings area (SHELL-20). */
export function areaTabs(sections: readonly ConsoleSection[]): readonly AreaTab[] {
  const at = ({ name }: ConsoleSection) => (TABS.includes(name) ? TABS.indexOf(name) : TABS.length);
  return [...sections].sort((a, b) => at(a) - at(b) || (a.order ?? 0) - (b.order ?? 0)).flatMap(({ tab }) => tab ?? []);
}

/**
 * Every section of this installation in menu order: built in, written by hand, added at run time.
 * @param broken files of added ones that are wrong, as far as the person is told of them
 */
export function sectionsWith(
  extra: readonly Resource[],
  broken: readonly BrokenFile[] = [],
): readonly ConsoleSection[] {
  const added = [...extra.map(consoleSection), ...brokenSections(broken, extra).map(placeOnly)];
  return [...BUILT_IN.map(consoleSection), ...WRITTEN, ...inGroups(added).map((one) => marked(one, broken))].sort(
    (a, b) => place(a) - place(b),
  );
}

/** Added sections in their order: those without a group, then each group where its first one would stand. */
function inGroups(added: readonly ConsoleSection[]): readonly ConsoleSection[] {
  const inOrder = [...added].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const groups = [undefined, ...new Set(inOrder.flatMap(({ menu }) => menu?.group ?? []))];
  return groups.flatMap((group) => inOrder.filter(({ menu }) => menu?.group === group));
}

/** A section of which there is no more than its menu entry or tab: its page says what is wrong with its file. */
const placeOnly = ({ name, path, title, entry }: BrokenSectionPlace): ConsoleSection => ({
  name,
  ...(entry === 'menu' ? { menu: { path, label: title, icon: 'description' } } : {}),
  ...(entry === 'settings' ? { tab: { path, label: title } } : {}),
  routes: [],
});

/** A section with the number of problems of its file at its menu entry or tab. */
function marked(section: ConsoleSection, broken: readonly BrokenFile[]): ConsoleSection {
  const { name, menu, tab } = section;
  if (!filesOfSection(broken, name).length) return section;
  const count = problemCount(name);
  return { ...section, ...(menu ? { menu: { ...menu, count } } : {}), ...(tab ? { tab: { ...tab, count } } : {}) };
}
