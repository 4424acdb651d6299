import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './preview.module.css';

/** Interval at which new styles of the page are copied into the frame, ms. */
const SYNC_INTERVAL_MS = 400;

/** Copy of a style sheet in the frame, and the number of rules it had when copied. */
interface SheetCopy {
  node: Node;
  count: number;
}

/** CSS text of an inline sheet; rules inserted by script (CSS-in-JS) are only in `cssRules`. */
const sheetText = ({ ownerNode, cssRules }: CSSStyleSheet): string =>
  ownerNode?.textContent || [...cssRules].map(({ cssText }) => cssText).join('\n');

/** Copies the page's sheets into a frame. Files are linked, not serialized: `cssText` loses `font` values that use variables. */
function syncSheets(frameDocument: Document, copies: Map<CSSStyleSheet, SheetCopy>): void {
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
      node: isFile ? frameDocument.importNode(ownerNode) : frameDocument.createElement('style'),
      count: 0,
    };
    if (!copies.has(sheet)) frameDocument.head.insertBefore(copy.node, next);
    if (!isFile && copy.count !== cssRules.length) copy.node.textContent = sheetText(sheet);
    copies.set(sheet, { ...copy, count: cssRules.length });
    next = copy.node;
  }
}

/** Keeps the styles and theme attributes of a frame in sync with the page. @returns function that stops it */
function keepStylesInSync(frameDocument: Document): () => void {
  const copies = new Map<CSSStyleSheet, SheetCopy>();
  const syncStyles = () => {
    for (const { name, value } of document.documentElement.attributes)
      frameDocument.documentElement.setAttribute(name, value);
    syncSheets(frameDocument, copies);
  };
  syncStyles();
  const timer = setInterval(syncStyles, SYNC_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** An iframe as wide as a phone, so that media queries in it match as on a phone. */
export function PhoneFrame({ title, children }: { title: string; children: ReactNode }) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const body = frame?.contentDocument?.body ?? null;
  useEffect(() => {
    const frameDocument = frame?.contentDocument;
    return frameDocument ? keepStylesInSync(frameDocument) : undefined;
  }, [frame]);
  return (
    <div className={classes.phone}>
      <iframe ref={setFrame} className={classes.screen} title={title} />
      {body ? createPortal(<FrameContent body={body}>{children}</FrameContent>, body) : null}
    </div>
  );
}

/** Renders menus and dialogs of the children inside the frame instead of the page. */
function FrameContent({ body, children }: { body: HTMLElement; children: ReactNode }) {
  const withContainer = useMemo(
    () => (outer: { components?: object }) => {
      const inFrame = { defaultProps: { container: body } };
      return {
        ...outer,
        components: { ...outer.components, MuiModal: inFrame, MuiPopper: inFrame, MuiPopover: inFrame },
      };
    },
    [body],
  );
  return (
    <ThemeProvider theme={withContainer}>
      <div className={classes.inside}>{children}</div>
    </ThemeProvider>
  );
}
