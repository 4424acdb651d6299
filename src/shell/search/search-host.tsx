import SearchOutlined from '@mui/icons-material/SearchOutlined';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { createListeners } from '#console/data/listeners.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { createPrefetchHandler } from '#console/ui/timing/prefetch-handler.ts';
import { CollapsedMenuTooltip } from '../menu/collapsed-menu-tooltip.tsx';
import classes from '../menu/menu.module.css';
import { useWidth } from '../width.ts';

const loadDialog = () => import('./search-dialog.tsx');
const SearchDialog = lazy(loadDialog);

const fetchDialog = createPrefetchHandler(loadDialog);

const listeners = createListeners();

/** Opens the global search. */
function openSearch(): void {
  listeners.notify();
}

/** Opens the search with Ctrl+K (⌘K) in any keyboard layout, and with its buttons. */
export function SearchHost() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const show = () => setIsOpen(true);
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // Prevents the browser shortcut.
      event.preventDefault();
      if (document.querySelector('[role="dialog"]') === null) show();
    };
    const unsubscribe = listeners.subscribe(show);
    globalThis.addEventListener('keydown', onKey);
    return () => {
      unsubscribe();
      globalThis.removeEventListener('keydown', onKey);
    };
  }, []);
  const close = useCallback(() => setIsOpen(false), []);
  return <Suspense>{isOpen ? <SearchDialog onClose={close} /> : null}</Suspense>;
}

/**
 * Menu button that opens the search.
 * @param onOpen called before the search opens
 */
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

/** Search button in the page header on phones, where the menu is hidden. */
export function SearchIcon() {
  const translate = useTranslate();
  if (useWidth() !== 'mobile') return null;
  return (
    <IconButton label={translate('shell.search.open')} onClick={openSearch}>
      <SearchOutlined aria-hidden />
    </IconButton>
  );
}
