import '#i18n/shell-dialogs-texts.ts';
import '#i18n/profile-texts.ts';
import '#i18n/finder-texts.ts';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Dialog from '@mui/material/Dialog';
import useAutocomplete from '@mui/material/useAutocomplete';
import { type SyntheticEvent, useContext, useId, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { buildingLabel } from '#console/data/buildings/buildings.ts';
import { useLevels } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import { Icon } from '#console/ui/display/icon.tsx';
import { typeset, unset } from '#i18n/typeset.ts';
import { can, type Levels } from '#resources/language/access.ts';
import { takesNew } from '#resources/language/create-form.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { IconName } from '#resources/language/icons.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import { newOne } from '#resources/language/words.ts';
import { EVERYTHING_MAX, type FoundThing } from '#resources/protocol/search/everything.ts';
import { namePoints, POINTS } from '#resources/rules/search/rank.ts';
import { inOtherLayout } from '#resources/rules/search/text.ts';
import { useMenu } from '../menu/menu-sections.ts';
import { cameraPlace, newsPlace, unitPlace } from '../places.ts';
import { useAreaTabs } from '../settings-area.tsx';
import { useEverything } from './search-calls.ts';
import classes from './search-dialog.module.css';

/** Something to go to. */
interface Target {
  key: string;
  icon: IconName;
  title: string;
  line: string;
  /** Its kind, in a word. */
  about: string;
  to: string;
  /** State for the page beside its address. */
  state?: object;
  score: number;
}

type Translate = ReturnType<typeof useTranslate>;

/** How a sort of things is shown and opened. */
interface ThingSort {
  icon: IconName;
  /** Where it is opened; null where the person has nothing to open it with. */
  address(found: FoundThing, levels: Levels, known: readonly Resource[]): string | null;
  /** It is called by its address, with the complex beside it. */
  isPlace?: true;
  /** Text key of what it is called by its number. */
  number?: string;
  /** Its detail says what it is. */
  isToldByDetail?: true;
  /** State for its page beside the address. */
  state?(found: FoundThing): object;
}

const THINGS: Readonly<Record<FoundThing['kind'], ThingSort>> = {
  building: {
    icon: 'apartment',
    isPlace: true,
    address: ({ id }, levels) => {
      if (can(levels, 'residents', 'see')) return `/residents?buildings_id=${id}`;
      return can(levels, 'buildings', 'see') ? `/settings/settings-buildings?id=${id}` : null;
    },
  },
  flat: {
    icon: 'domain',
    isPlace: true,
    address: ({ place, unit }) =>
      place && unit ? unitPlace({ building: place.building, unit: unit.id, label: unit.label }) : null,
  },
  resident: {
    icon: 'people',
    address: ({ id, unit }) => `/residents?residents_id=${id}${unit ? `&unit=${unit.id}` : ''}`,
    state: ({ id, title }) => ({ names: { [id]: title } }),
  },
  request: { icon: 'handyman', address: ({ id }) => `/tasks?id=${id}`, number: 'shell.search.request' },
  news: { icon: 'campaign', address: ({ id }) => newsPlace(id) },
  employee: { icon: 'badge', address: ({ id }) => `/settings/employees-permissions?id=${id}` },
  chat: { icon: 'forum', address: ({ chat }) => `/chats?chat_id=${encodeURIComponent(chat ?? '')}` },
  camera: { icon: 'videocam', address: ({ id }) => cameraPlace(id) },
  record: {
    icon: 'description',
    isToldByDetail: true,
    address: ({ id, resource }, _levels, known) => {
      const found = known.find(({ name }) => name === resource);
      const page = found?.card ? found.routes.list : found?.routes.edit;
      return page === undefined ? null : `${page}?id=${id}`;
    },
  },
};

/** A found thing as a line of the list; null for one that cannot be opened. */
function searchTarget(
  foundThing: FoundThing,
  levels: Levels,
  resources: readonly Resource[],
  translate: Translate,
): Target | null {
  const { kind, id, title, detail, place, unit, phone_number, score } = foundThing;
  const sort = THINGS[kind];
  const to = sort.address(foundThing, levels, resources);
  if (to === null) return null;
  const label = unit
    ? translate(unit.unit_type === 'flat' ? 'residents.unit.flat' : 'residents.unit.other', { label: unit.label })
    : '';
  const address = place ? [buildingLabel(place), label].filter(Boolean).join(', ') : '';
  const phone = phone_number ? formatPhone(phone_number) : '';
  const number = sort.number ? translate(sort.number, { id }) : '';
  return {
    key: `${kind} ${foundThing.resource ?? ''} ${id}`,
    icon: sort.icon,
    title: sort.isPlace ? address : typeset(title),
    line: (sort.isPlace ? [place?.complex ?? ''] : [number, typeset(detail), address, phone])
      .filter(Boolean)
      .join(' · '),
    about: sort.isToldByDetail && detail ? detail : translate(`shell.search.about.${kind}`),
    to,
    ...(sort.state ? { state: sort.state(foundThing) } : {}),
    score,
  };
}

/** A page or an action. */
interface Place extends Omit<Target, 'score'> {
  /** Other words that it is looked for by. */
  also?: string;
}

/** The ways to a new record of a section: its form, and what stands beside it, such as a file of many. */
function sectionActions({ words, name, routes, ways = [], icon }: Resource, translate: Translate): Place[] {
  const title = translate(`resources.${name}.action.create`).replace(/^[^\p{L}]+/u, '');
  const line = translate(`resources.${name}.page.list`);
  const also = `${newOne(words)} ${words.accusative} ${words.many} ${words.plural} ${line}`;
  const about = translate('shell.search.about.action');
  const otherWays = ways.filter(({ path }) => path !== routes.create);
  return [
    { key: String(routes.create), to: String(routes.create), title, icon, line, also, about },
    ...otherWays.map(({ path, label }) => {
      const way = translate(label).toLocaleLowerCase('ru');
      const named = translate('finder.way', { action: title, way });
      return { key: path, to: path, title: named, icon, line, also: `${also} ${translate('finder.many')}`, about };
    }),
  ];
}

/** Pages and create forms that are open to the person. */
function usePlaces(translate: Translate, levels: Levels, resources: readonly Resource[]): Place[] {
  const menu = useMenu();
  const tabs = useAreaTabs();
  const features = useFeatures();
  return useMemo(() => {
    const page = { about: translate('shell.search.about.page'), line: '' };
    const profile = { path: '/profile', label: translate('profile.title'), icon: 'badge' as const };
    const settings = tabs
      .filter(({ needs }) => !needs || can(levels, needs, 'see'))
      .map(({ path, label }) => ({ path, label, icon: 'settings' as const }));
    const listedPaths = new Set<string>();
    const pages = [...menu, ...settings, profile].flatMap(({ path, label, icon }) => {
      if (listedPaths.has(path)) return [];
      listedPaths.add(path);
      return [{ ...page, key: path, to: path, title: label, icon, also: translate(`finder.pages.${path}`, { _: '' }) }];
    });
    const actions = resources
      .filter((resource) => takesNew(resource, features) && can(levels, resource.section, 'change'))
      .flatMap((resource) => sectionActions(resource, translate));
    return [...pages, ...actions];
  }, [menu, tabs, levels, resources, features, translate]);
}

/** Pages and actions by what is typed, in either keyboard layout; before anything is typed all of them. */
function matching(places: readonly Place[], typed: string): Target[] {
  const text = typed.trim();
  if (text === '') return places.map((place) => ({ ...place, score: 0 }));
  const other = inOtherLayout(text);
  return places.flatMap((place) => {
    const title = unset(place.title);
    const points = (wanted: string) =>
      namePoints(wanted, title) || (place.also && namePoints(wanted, `${title} ${place.also}`) ? POINTS.word : 0);
    const score = Math.max(points(text), other ? points(other) : 0);
    return score ? [{ ...place, score: score + 1 }] : [];
  });
}

/** One box that finds anything and leads there (Ctrl+K). Its own chunk. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { className: classes.dialog }, container: { className: classes.container } }}
    >
      <h2 id={id} className="sr-only">
        {translate('shell.search.title')}
      </h2>
      <Finder onClose={onClose} />
    </Dialog>
  );
}

/** The box and what it finds; apart, since its list looks for its input as soon as it is mounted. */
function Finder({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const levels = useLevels();
  const resources = useContext(KnownDefinitions);
  const navigate = useNavigate();
  const id = useId();
  const [query, setQuery] = useState('');
  const places = usePlaces(translate, levels, resources);
  const { results, failed, busy } = useEverything(query);
  const targets = useMemo(() => {
    const things = results.flatMap((found) => searchTarget(found, levels, resources, translate) ?? []);
    const own = matching(places, query);
    return query.trim() === '' ? own : [...own, ...things].sort((a, b) => b.score - a.score);
  }, [results, places, query, levels, resources, translate]);

  const go = (event: SyntheticEvent, target: Target | null) => {
    if (!target) return;
    const { ctrlKey = false, metaKey = false } = event.nativeEvent as KeyboardEvent | MouseEvent;
    if (ctrlKey || metaKey) {
      globalThis.open(target.to, '_blank', 'noopener');
      return;
    }
    onClose();
    void navigate(target.to, { state: target.state });
  };
  const list = useAutocomplete<Target>({
    id,
    open: true,
    options: targets,
    value: null,
    inputValue: query,
    autoHighlight: true,
    clearOnBlur: false,
    disableCloseOnSelect: true,
    filterOptions: (all) => all,
    getOptionLabel: ({ title }) => title,
    getOptionKey: ({ key }) => key,
    isOptionEqualToValue: (one, other) => one.key === other.key,
    onInputChange: (_event, text, reason) => {
      if (reason === 'input') setQuery(text);
    },
    onChange: go,
    onClose: (_event, reason) => {
      if (reason === 'escape') onClose();
    },
  });
  const status =
    query.trim() === ''
      ? translate('shell.search.hint')
      : failed
        ? translate('shell.search.failed')
        : busy
          ? translate('ui.busy')
          : targets.length
            ? translate('shell.search.found', { count: targets.length })
            : translate('shell.search.nothing');
  return (
    <>
      <div {...list.getRootProps()} className={classes.box}>
        <SearchOutlined aria-hidden />
        <input
          {...list.getInputProps()}
          // biome-ignore lint/a11y/noAutofocus: a dialog takes the focus, and this is what it is for
          autoFocus
          type="search"
          onKeyDown={(event) => {
            // Enter goes to results that have just come, although none is marked yet.
            if (event.key !== 'Enter' || event.currentTarget.hasAttribute('aria-activedescendant')) return;
            Object.assign(event, { defaultMuiPrevented: true });
            go(event, targets[0] ?? null);
          }}
          maxLength={EVERYTHING_MAX}
          aria-label={translate('shell.search.title')}
          placeholder={translate('shell.search.placeholder')}
        />
        <button type="button" className={`link ${classes.close}`} onClick={onClose}>
          {translate('ui.close')}
        </button>
      </div>
      <ul {...list.getListboxProps()} className={classes.list} aria-label={translate('shell.search.title')}>
        {targets.map((target, index) => {
          const { key, ...option } = list.getOptionProps({ option: target, index });
          return (
            <li key={String(key)} {...option} className={classes.option}>
              <Icon name={target.icon} />
              <span className={classes.words}>
                <b title={target.title}>{target.title}</b>
                {target.line ? <small title={target.line}>{target.line}</small> : null}
              </span>
              <small className={classes.about}>{target.about}</small>
            </li>
          );
        })}
      </ul>
      <p className={classes.said} role="status">
        {status}
      </p>
    </>
  );
}
