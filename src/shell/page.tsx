import ArrowBack from '@mui/icons-material/ArrowBack';
import Tooltip from '@mui/material/Tooltip';
import { useForkRef } from '@mui/material/utils';
import { type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PreviewContext } from '#console/data/preview.ts';
import { useAccessDenied } from '#console/data/session/access-denied.ts';
import { useRestoredScroll } from '#console/ui/navigation/restored-scroll.ts';
import { BUILDINGS_PATH } from '#resources/protocol/paths/buildings.ts';
import { BuildingSelector } from './building-selector/building-selector.tsx';
import { useDocumentTitle } from './document-title.ts';
import { Forbidden } from './forbidden.tsx';
import { Bell } from './notices/bell.tsx';
import classes from './page.module.css';
import { UnreadNote } from './page-notes.tsx';
import { ScrollAreaContext } from './scroll-area.ts';
import { SearchIcon } from './search/search-host.tsx';
import { SettingsTabs, useSettingsArea } from './settings-area.tsx';

/**
 * Focuses the heading of a page opened by a link, so that screen readers announce it. Not on the first page of a visit, and not
 * in a preview, which re-renders while somebody types next to it.
 */
function useFocusOnArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const isPreview = useContext(PreviewContext) !== null;
  const isFocusKept = useRef(key === 'default' || isPreview);
  useEffect(() => {
    // A dialog opened meanwhile, such as the search, keeps the focus.
    const isInDialog = document.activeElement?.closest('[role="dialog"]');
    if (!isFocusKept.current && !isInDialog) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/**
 * Frame of a list page: title, building selector, actions, content. In the settings area the title is that of the area, with its
 * tab bar below.
 * @param selector `on`; `off`: greyed out with a reason (SHELL-30); `none`: not shown
 * @param actions buttons at the right end of the header; make them `compact`
 */
export function Page({
  title,
  selector = 'on',
  beside,
  actions,
  children,
}: {
  title: string;
  selector?: 'on' | 'off' | 'none';
  /** Content after the selector. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const isDenied = useAccessDenied();
  const heading = useFocusOnArrival();
  const [scrollArea, setScrollArea] = useState<HTMLElement | null>(null);
  const contentRef = useForkRef(setScrollArea, useRestoredScroll('page'));
  const isPreview = useContext(PreviewContext) !== null;
  const areaTitle = useSettingsArea()?.title ?? title;
  useDocumentTitle(areaTitle);
  return (
    <div className={classes.sheet}>
      <header className={beside && !isDenied ? `${classes.head} ${classes.tall}` : classes.head}>
        <div className={classes.left}>
          <h1 className={classes.title} tabIndex={-1} ref={heading}>
            {areaTitle}
          </h1>
          {selector === 'none' || isDenied ? null : <BuildingSelector disabled={selector === 'off'} />}
          {isDenied ? null : beside}
        </div>
        <div className={classes.right}>
          {isPreview ? null : <SearchIcon />}
          {isDenied ? null : actions}
          {isPreview ? null : <Bell />}
        </div>
      </header>
      <SettingsTabs />
      {selector === 'on' && !isDenied ? <UnreadNote path={BUILDINGS_PATH} /> : null}
      <div className={classes.content} ref={contentRef}>
        <ScrollAreaContext value={scrollArea}>{isDenied ? <Forbidden /> : children}</ScrollAreaContext>
      </div>
    </div>
  );
}

/**
 * Frame of a create or edit page: a back link instead of title and selector, the heading above the form, the submit button in the
 * footer. On phones the bottom bar is hidden.
 * @param back target, label and tooltip of the back link
 * @param aside shown to the left of the form and always visible, e.g. a list of steps
 * @param tabs alternative ways, as a tab bar below the header
 * @param wide the content fills the page and scrolls itself, instead of a column of fields
 */
export function FormPage({
  heading,
  back,
  footer,
  aside,
  tabs,
  wide = false,
  children,
}: {
  heading: string;
  back: { to: string; label: string; tooltip?: string };
  footer: ReactNode;
  aside?: ReactNode;
  tabs?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const title = useFocusOnArrival();
  const [scrollArea, setScrollArea] = useState<HTMLElement | null>(null);
  useDocumentTitle(heading);
  const link = (
    <Link className={classes.back} to={back.to}>
      <ArrowBack aria-hidden />
      {back.label}
    </Link>
  );
  return (
    <div className={classes.sheet} data-page="form">
      <header className={classes.head}>
        <div className={classes.left}>
          {back.tooltip ? (
            <Tooltip describeChild title={back.tooltip}>
              {link}
            </Tooltip>
          ) : (
            link
          )}
        </div>
      </header>
      <ScrollAreaContext value={scrollArea}>{tabs}</ScrollAreaContext>
      <div className={classes.content} ref={setScrollArea}>
        <ScrollAreaContext value={scrollArea}>
          <div className={wide ? classes.whole : aside ? classes.beside : `${classes.beside} ${classes.centred}`}>
            {aside}
            <div className={wide ? classes.filled : classes.form}>
              <h1 className={classes.heading} tabIndex={-1} ref={title}>
                {heading}
              </h1>
              {children}
            </div>
          </div>
        </ScrollAreaContext>
      </div>
      <footer
        data-form-foot
        className={`${classes.foot} ${wide ? classes.spread : aside ? classes.indented : classes.centred}`}
      >
        <div className={classes.buttons}>{footer}</div>
      </footer>
    </div>
  );
}
