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
import { canCreateRecords } from '#resources/language/create-form.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { IconName } from '#resources/language/icons.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import { createPageTitle } from '#resources/language/words.ts';
import { EVERYTHING_MAX, type FoundItem } from '#resources/protocol/search/everything.ts';
import { namePoints, POINTS } from '#resources/rules/search/rank.ts';
import { toRussianLayout } from '#resources/rules/search/text.ts';
import { useMenu } from '../menu/menu-sections.ts';
import { cameraViewLink, newsLink, unitLink } from '../page-links.ts';
import { useSettingsTabs } from '../settings-area.tsx';
import { useGlobalSearch } from './search-calls.ts';
import classes from './search-dialog.module.css';

/** An entry of the result list. */
interface SearchTarget {
  key: string;
  icon: IconName;
  title: string;
  line: string;
  /** Name of its kind. */
  kindLabel: string;
  to: string;
  /** Navigation state for the page. */
  state?: object;
  score: number;
}

type Translate = ReturnType<typeof useTranslate>;

/** How results of one kind are shown and opened. */
interface ResultKind {
  icon: IconName;
  /** Link to open it; null if the person may not open it. */
  address(found: FoundItem, levels: Levels, known: readonly Resource[]): string | null;
  /** Titled by its address, with the complex as second line. */
  isPlace?: true;
  /** i18n key of its title by number. */
  number?: string;
  /** Its detail names its kind. */
  isKindInDetail?: true;
  /** Navigation state for its page. */
  state?(found: FoundItem): object;
}

const RESULT_KINDS: Readonly<Record<FoundItem['kind'], ResultKind>> = {
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
      place && unit ? unitLink({ building: place.building, unit: unit.id, label: unit.label }) : null,
  },
  resident: {
    icon: 'people',
    address: ({ id, unit }) => `/residents?residents_id=${id}${unit ? `&unit=${unit.id}` : ''}`,
    state: ({ id, title }) => ({ names: { [id]: title } }),
  },
  request: { icon: 'handyman', address: ({ id }) => `/tasks?id=${id}`, number: 'shell.search.request' },
  news: { icon: 'campaign', address: ({ id }) => newsLink(id) },
  employee: { icon: 'badge', address: ({ id }) => `/settings/employees-permissions?id=${id}` },
  chat: { icon: 'forum', address: ({ chat }) => `/chats?chat_id=${encodeURIComponent(chat ?? '')}` },
  camera: { icon: 'videocam', address: ({ id }) => cameraViewLink(id) },
  record: {
    icon: 'description',
    isKindInDetail: true,
    address: ({ id, resource }, _levels, known) => {
      const matchingResource = known.find(({ name }) => name === resource);
      const page = matchingResource?.card ? matchingResource.routes.list : matchingResource?.routes.edit;
      return page === undefined ? null : `${page}?id=${id}`;
    },
  },
};

/** Converts a search result to an entry; null if the person may not open it. */
function toSearchTarget(
  result: FoundItem,
  levels: Levels,
  resources: readonly Resource[],
  translate: Translate,
): SearchTarget | null {
  const { kind, id, title, detail, place, unit, phone_number, score } = result;
  const resultKind = RESULT_KINDS[kind];
  const to = resultKind.address(result, levels, resources);
  if (to === null) return null;
  const label = unit
    ? translate(unit.unit_type === 'flat' ? 'residents.unit.flat' : 'residents.unit.other', { label: unit.label })
    : '';
  const address = place ? [buildingLabel(place), label].filter(Boolean).join(', ') : '';
  const phone = phone_number ? formatPhone(phone_number) : '';
  const number = resultKind.number ? translate(resultKind.number, { id }) : '';
  return {
    key: `${kind} ${result.resource ?? ''} ${id}`,
    icon: resultKind.icon,
    title: resultKind.isPlace ? address : typeset(title),
    line: (resultKind.isPlace ? [place?.complex ?? ''] : [number, typeset(detail), address, phone])
      .filter(Boolean)
      .join(' · '),
    kindLabel: resultKind.isKindInDetail && detail ? detail : translate(`shell.search.about.${kind}`),
    to,
    ...(resultKind.state ? { state: resultKind.state(result) } : {}),
    score,
  };
}

/** A page or an action. */
interface PageOrAction extends Omit<SearchTarget, 'score'> {
  /** Additional search words. */
  searchWords?: string;
}

/** Actions that create records of a section: its form, and alternatives such as an import. */
function createActions({ words, name, routes, ways = [], icon }: Resource, translate: Translate): PageOrAction[] {
  const title = translate(`resources.${name}.action.create`).replace(/^[^\p{L}]+/u, '');
  const line = translate(`resources.${name}.page.list`);
  const searchWords = `${createPageTitle(words)} ${words.accusative} ${words.many} ${words.plural} ${line}`;
  const kindLabel = translate('shell.search.about.action');
  const otherWays = ways.filter(({ path }) => path !== routes.create);
  return [
    { key: String(routes.create), to: String(routes.create), title, icon, line, searchWords, kindLabel },
    ...otherWays.map(({ path, label }) => {
      const wayLabel = translate(label).toLocaleLowerCase('ru');
      const wayTitle = translate('finder.way', { action: title, way: wayLabel });
      return {
        key: path,
        to: path,
        title: wayTitle,
        icon,
        line,
        searchWords: `${searchWords} ${translate('finder.many')}`,
        kindLabel,
      };
    }),
  ];
}

/** Pages and create forms that the person may open. */
function usePagesAndActions(translate: Translate, levels: Levels, resources: readonly Resource[]): PageOrAction[] {
  const menu = useMenu();
  const tabs = useSettingsTabs();
  const features = useFeatures();
  return useMemo(() => {
    const page = { kindLabel: translate('shell.search.about.page'), line: '' };
    const profile = { path: '/profile', label: translate('profile.title'), icon: 'badge' as const };
    const settings = tabs
      .filter(({ needs }) => !needs || can(levels, needs, 'see'))
      .map(({ path, label }) => ({ path, label, icon: 'settings' as const }));
    const listedPaths = new Set<string>();
    const pages = [...menu, ...settings, profile].flatMap(({ path, label, icon }) => {
      if (listedPaths.has(path)) return [];
      listedPaths.add(path);
      return [
        { ...page, key: path, to: path, title: label, icon, searchWords: translate(`finder.pages.${path}`, { _: '' }) },
      ];
    });
    const actions = resources
      .filter((resource) => canCreateRecords(resource, features) && can(levels, resource.section, 'change'))
      .flatMap((resource) => createActions(resource, translate));
    return [...pages, ...actions];
  }, [menu, tabs, levels, resources, features, translate]);
}

/** Pages and actions that match the text in either keyboard layout; all of them for an empty text. */
function filterByText(places: readonly PageOrAction[], typed: string): SearchTarget[] {
  const text = typed.trim();
  if (text === '') return places.map((place) => ({ ...place, score: 0 }));
  const otherLayoutText = toRussianLayout(text);
  return places.flatMap((place) => {
    const title = unset(place.title);
    const scoreText = (searchText: string) =>
      namePoints(searchText, title) ||
      (place.searchWords && namePoints(searchText, `${title} ${place.searchWords}`) ? POINTS.word : 0);
    const score = Math.max(scoreText(text), otherLayoutText ? scoreText(otherLayoutText) : 0);
    return score ? [{ ...place, score: score + 1 }] : [];
  });
}

/** The global search (Ctrl+K). A separate chunk. */
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
      <SearchBox onClose={onClose} />
    </Dialog>
  );
}

/** The input with its results; a separate component, because `useAutocomplete` expects its input as soon as it is mounted. */
function SearchBox({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const levels = useLevels();
  const resources = useContext(KnownDefinitions);
  const navigate = useNavigate();
  const id = useId();
  const [query, setQuery] = useState('');
  const places = usePagesAndActions(translate, levels, resources);
  const { results, failed, busy } = useGlobalSearch(query);
  const targets = useMemo(() => {
    const resultTargets = results.flatMap((found) => toSearchTarget(found, levels, resources, translate) ?? []);
    const matchingPlaces = filterByText(places, query);
    return query.trim() === ''
      ? matchingPlaces
      : [...matchingPlaces, ...resultTargets].sort((a, b) => b.score - a.score);
  }, [results, places, query, levels, resources, translate]);

  const openTarget = (event: SyntheticEvent, target: SearchTarget | null) => {
    if (!target) return;
    const { ctrlKey = false, metaKey = false } = event.nativeEvent as KeyboardEvent | MouseEvent;
    if (ctrlKey || metaKey) {
      globalThis.open(target.to, '_blank', 'noopener');
      return;
    }
    onClose();
    void navigate(target.to, { state: target.state });
  };
  const list = useAutocomplete<SearchTarget>({
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
    isOptionEqualToValue: (one, second) => one.key === second.key,
    onInputChange: (_event, text, reason) => {
      if (reason === 'input') setQuery(text);
    },
    onChange: openTarget,
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
          // biome-ignore lint/a11y/noAutofocus: a dialog focuses its first control, here the search input
          autoFocus
          type="search"
          onKeyDown={(event) => {
            // Enter opens the first of newly arrived results, although none is highlighted yet.
            if (event.key !== 'Enter' || event.currentTarget.hasAttribute('aria-activedescendant')) return;
            Object.assign(event, { defaultMuiPrevented: true });
            openTarget(event, targets[0] ?? null);
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
              <small className={classes.about}>{target.kindLabel}</small>
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
