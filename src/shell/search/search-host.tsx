import SearchOutlined from '@mui/icons-material/SearchOutlined';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { createListeners } from '#console/data/listeners.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { fetchAhead } from '#console/ui/timing/fetch-ahead.ts';
import { CollapsedMenuTooltip } from '../menu/collapsed-menu-tooltip.tsx';
import classes from '../menu/menu.module.css';
import { useWidth } from '../width.ts';

const load = () => import('./search-dialog.tsx');
const SearchDialog = lazy(load);

const fetchDialog = fetchAhead(load);

const listeners = createListeners();

/** Opens the search over everything. */
function openSearch(): void {
  listeners.tell();
}

/** Opens the search by Ctrl+K (⌘K), whatever the keyboard layout is, and by its buttons. */
export function SearchHost() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = () => setOpen(true);
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // Browsers have another use for it.
      event.preventDefault();
      if (document.querySelector('[role="dialog"]') === null) show();
    };
    const leave = listeners.follow(show);
    globalThis.addEventListener('keydown', onKey);
    return () => {
      leave();
      globalThis.removeEventListener('keydown', onKey);
    };
  }, []);
  const close = useCallback(() => setOpen(false), []);
  return <Suspense>{open ? <SearchDialog onClose={close} /> : null}</Suspense>;
}

/** The button that opens the search without its keys. @param onOpen it is about to open */
export function SearchButton({ rail, onOpen }: { rail: boolean; onOpen?: () => void }) {
  const translate = useTranslate();
  const label = translate('shell.search.open');
  return (
    <CollapsedMenuTooltip rail={rail} label={label}>
      <button
        type="button"
        className={`${classes.item} ${classes.search}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={fetchDialog}
        onClick={() => {
          onOpen?.();
          openSearch();
        }}
      >
        <SearchOutlined aria-hidden />
        <span>{label}</span>
        <kbd aria-hidden>{translate('shell.search.keys')}</kbd>
      </button>
    </CollapsedMenuTooltip>
  );
}

/** The same in the header of a phone, which has no room for the menu. */
export function SearchIcon() {
  const translate = useTranslate();
  if (useWidth() !== 'mobile') return null;
  return (
    <IconButton label={translate('shell.search.open')} onClick={openSearch}>
      <SearchOutlined aria-hidden />
    </IconButton>
  );
}
