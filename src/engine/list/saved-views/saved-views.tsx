import '#i18n/views-texts.ts';
import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import Popover from '@mui/material/Popover';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { ViewsPanel } from './views-panel.tsx';

/**
 * Button that opens the saved views of a list. Loaded lazily.
 * @param query current state of the list as a query string
 * @param note note on parts of it that are not saved
 */
export default function SavedViews({
  resource,
  query,
  note = null,
}: {
  resource: Resource;
  query: string;
  note?: string | null;
}) {
  const translate = useTranslate();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const label = translate('views.title');
  return (
    <>
      <IconButton label={label} onClick={() => setIsOpen(true)} ref={button}>
        <BookmarkBorder />
      </IconButton>
      {isOpen ? (
        <Popover
          open
          anchorEl={button.current}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
        >
          <ViewsPanel resource={resource} query={query} note={note} onClose={close} />
        </Popover>
      ) : null}
    </>
  );
}
