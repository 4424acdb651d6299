import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './preview.module.css';

/** How often the styles that came meanwhile are taken over, ms. */
const PERIOD = 400;

/** A sheet in the frame, and how many rules it was copied with. */
interface Copy {
  node: Node;
  count: number;
}

/** The text of a sheet within the page; what widgets have made stands in its rules alone. */
const textOf = ({ ownerNode, cssRules }: CSSStyleSheet): string =>
  ownerNode?.textContent || [...cssRules].map(({ cssText }) => cssText).join('\n');

/** Puts the same sheets into a frame, a file by its address: a rule that is read back loses fonts that are named by a variable. */
function followSheets(inner: Document, copies: Map<CSSStyleSheet, Copy>): void {
  const sheets = new Set(document.styleSheets);
  for (const [sheet, { node }] of copies) {
    if (sheets.has(sheet)) continue;
    node.parentNode?.removeChild(node);
    copies.delete(sheet);
  }
  let next: Node | null = null;
  for (const sheet of [...document.styleSheets].toReversed()) {
    const { href, ownerNode, cssRules } = sheet;
    const isFile = href !== null && ownerNode !== null;
    const copy = copies.get(sheet) ?? {
      node: isFile ? inner.importNode(ownerNode) : inner.createElement('style'),
      count: 0,
    };
    if (!copies.has(sheet)) inner.head.insertBefore(copy.node, next);
    if (!isFile && copy.count !== cssRules.length) copy.node.textContent = textOf(sheet);
    copies.set(sheet, { ...copy, count: cssRules.length });
    next = copy.node;
  }
}

/** Keeps the styles and the theme of a frame as those of the page. @returns how to stop */
function followStyles(inner: Document): () => void {
  const copies = new Map<CSSStyleSheet, Copy>();
  const follow = () => {
    for (const { name, value } of document.documentElement.attributes) inner.documentElement.setAttribute(name, value);
    followSheets(inner, copies);
  };
  follow();
  const timer = setInterval(follow, PERIOD);
  return () => clearInterval(timer);
}

/** A window of the width of a phone, so that the page in it is drawn as there. */
export function PhoneFrame({ title, children }: { title: string; children: ReactNode }) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const body = frame?.contentDocument?.body ?? null;
  useEffect(() => {
    const inner = frame?.contentDocument;
    return inner ? followStyles(inner) : undefined;
  }, [frame]);
  return (
    <div className={classes.phone}>
      <iframe ref={setFrame} className={classes.screen} title={title} />
      {body ? createPortal(<InFrame body={body}>{children}</InFrame>, body) : null}
    </div>
  );
}

/** Menus and dialogs open in the frame too. */
function InFrame({ body, children }: { body: HTMLElement; children: ReactNode }) {
  const withContainer = useMemo(
    () => (outer: { components?: object }) => {
      const inside = { defaultProps: { container: body } };
      return { ...outer, components: { ...outer.components, MuiModal: inside, MuiPopper: inside, MuiPopover: inside } };
    },
    [body],
  );
  return (
    <ThemeProvider theme={withContainer}>
      <div className={classes.inside}>{children}</div>
    </ThemeProvider>
  );
}
