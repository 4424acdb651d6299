import ArrowBack from '@mui/icons-material/ArrowBack';
import Tooltip from '@mui/material/Tooltip';
import { useForkRef } from '@mui/material/utils';
import { type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PreviewContext } from '#console/data/preview.ts';
import { useAccessDenied } from '#console/data/session/access-denied.ts';
import { useKeptScroll } from '#console/ui/navigation/kept-scroll.ts';
import { BUILDINGS_PATH } from '#resources/protocol/paths/buildings.ts';
import { BuildingSelector } from './building-selector/building-selector.tsx';
import { useDocumentTitle } from './document-title.ts';
import { Forbidden } from './forbidden.tsx';
import { Bell } from './notices/bell.tsx';
import classes from './page.module.css';
import { UnreadNote } from './page-notes.tsx';
import { ScrollAreaContext } from './scroll-area.ts';
import { SearchIcon } from './search/search-host.tsx';
import { AreaTabs, useArea } from './settings-area.tsx';

/**
 * Moves the focus to the heading of a page one has come to by a link, so that a screen reader says where
 * one is. The first page of a visit leaves the focus alone, and so does a preview, which is drawn anew while somebody types beside it.
 */
function useFocusOnArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const isPreview = useContext(PreviewContext) !== null;
  const isLeftAlone = useRef(key === 'default' || isPreview);
  useEffect(() => {
    // A dialog opened over the page meanwhile, such as the search, keeps the focus.
    const isOverIt = document.activeElement?.closest('[role="dialog"]');
    if (!isLeftAlone.current && !isOverIt) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/**
 * A list page on the sheet: title, building selector, actions, content. In an area of several sections
 * the title is the area's, and its tab bar stands below.
 * @param selector `on`; `off`: shown greyed with its reason (SHELL-30); `none`: not shown at all
 * @param actions buttons at the right end of the header; give them `compact`
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
  /** Stands after the selector. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const denied = useAccessDenied();
  const heading = useFocusOnArrival();
  const [area, setArea] = useState<HTMLElement | null>(null);
  const hold = useForkRef(setArea, useKeptScroll('page'));
  const isPreview = useContext(PreviewContext) !== null;
  const areaTitle = useArea()?.title ?? title;
  useDocumentTitle(areaTitle);
  return (
    <div className={classes.sheet}>
      <header className={beside && !denied ? `${classes.head} ${classes.tall}` : classes.head}>
        <div className={classes.left}>
          <h1 className={classes.title} tabIndex={-1} ref={heading}>
            {areaTitle}
          </h1>
          {selector === 'none' || denied ? null : <BuildingSelector disabled={selector === 'off'} />}
          {denied ? null : beside}
        </div>
        <div className={classes.right}>
          {isPreview ? null : <SearchIcon />}
          {denied ? null : actions}
          {isPreview ? null : <Bell />}
        </div>
      </header>
      <AreaTabs />
      {selector === 'on' && !denied ? <UnreadNote path={BUILDINGS_PATH} /> : null}
      <div className={classes.content} ref={hold}>
        <ScrollAreaContext value={area}>{denied ? <Forbidden /> : children}</ScrollAreaContext>
      </div>
    </div>
  );
}

/**
 * A create or edit page: the way back instead of title and selector, the question as heading, the submit
 * button in the footer. On a phone the bottom bar is gone while it is open.
 * @param back where the link leads, what it says, and what leaving means
 * @param aside stands at the left of the form and stays in view: a list of steps
 * @param tabs other ways to the same end, as a tab bar below the header
 * @param wide no column of fields: what stands in it fills the sheet and scrolls by itself
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
  const [area, setArea] = useState<HTMLElement | null>(null);
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
      <ScrollAreaContext value={area}>{tabs}</ScrollAreaContext>
      <div className={classes.content} ref={setArea}>
        <ScrollAreaContext value={area}>
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
