import '#i18n/cameras-texts.ts';
import OpenInNew from '@mui/icons-material/OpenInNew';
import VideocamOffOutlined from '@mui/icons-material/VideocamOffOutlined';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { PX } from '#resources/limits.ts';
import classes from './camera-frame.module.css';
import { joinFrames } from './live-frames.ts';

/** The address of a stream when a frame may open it: http(s) only; null for everything else. */
export function streamAddress(link: string): string | null {
  // Without an address it would be that of the console itself.
  if (!link.trim() || !URL.canParse(link, globalThis.location.origin)) return null;
  const { protocol, href } = new URL(link, globalThis.location.origin);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}

/** Hosts of this machine, which a browser trusts without TLS. */
const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a browser refuses to show the page within ours: it comes without TLS and ours with it. */
export function isRefusedWithoutTls(address: string, page: Pick<Location, 'protocol'> = globalThis.location): boolean {
  const { protocol, hostname } = new URL(address);
  return page.protocol === 'https:' && protocol === 'http:' && !OWN_MACHINE.has(hostname);
}

/** Whether the page is of another origin than ours. */
export const isForeign = (address: string): boolean => new URL(address).origin !== globalThis.location.origin;

/**
 * Permissions of the page of a stream. One of another origin can do nothing with ours, and may have what players need: its own storage,
 * to know which site shows it, the full screen.
 */
export const frameRights = (address: string) =>
  isForeign(address)
    ? ({
        sandbox: 'allow-scripts allow-same-origin',
        referrerPolicy: 'strict-origin-when-cross-origin',
        allow: 'autoplay; fullscreen',
      } as const)
    : ({ sandbox: 'allow-scripts', referrerPolicy: 'no-referrer', allow: 'autoplay' } as const);

/** Leads to the page of a stream outside of ours. */
export function StreamLink({
  address,
  className,
  children,
}: {
  address: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <a href={address} target="_blank" rel="noreferrer" className={className}>
      {children}
    </a>
  );
}

/**
 * Whether a stream of our own host answers with a failure: its words are for programs. What another host answers is not told to a
 * page. @param address null while nothing is shown
 */
export function useStreamFailure(address: string | null): boolean {
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (address === null || isForeign(address)) return;
    const probe = new AbortController();
    fetch(address, { signal: probe.signal }).then(
      ({ ok }) => {
        setFailed(ok ? null : address);
        // A stream goes on and on, and is not wanted here.
        probe.abort();
      },
      () => {
        if (!probe.signal.aborted) setFailed(address);
      },
    );
    return () => probe.abort();
  }, [address]);
  return address !== null && failed === address;
}

/** The place of a frame that passes by too fast to be seen. */
export function NoFrame() {
  return <div className={classes.frame} />;
}

/**
 * The stream of a camera, exactly 316x178 (CAM-02). It runs while it is among the few nearest frames in
 * sight, else a still stands there that can be asked to run. The page in it is sandboxed (`frameRights`). Whether a page of another
 * host lets itself be shown no browser tells: a link leads to it in any case.
 */
export function CameraFrame({
  name,
  link,
  children,
}: {
  name: string;
  link: string;
  /** Stands over the stream. */
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const ask = useRef<() => void>(() => undefined);
  const [live, setLive] = useState(false);
  const address = useMemo(() => streamAddress(link), [link]);
  const failed = useStreamFailure(live ? address : null);

  const isRefused = address !== null && isRefusedWithoutTls(address);
  useEffect(() => {
    if (!box.current || !address || isRefused) return;
    const frame = joinFrames(box.current, setLive);
    ask.current = frame.ask;
    return frame.leave;
  }, [address, isRefused]);

  if (address && isRefused) {
    return (
      <div className={classes.frame}>
        <span className={classes.still}>
          <VideocamOffOutlined aria-hidden />
          {translate('cameras.withoutTls')}
          <StreamLink address={address} className={classes.link}>
            {translate('cameras.openPage')}
            <span className="sr-only"> {name}</span>
          </StreamLink>
        </span>
      </div>
    );
  }
  return (
    <div className={classes.frame} ref={box}>
      {address && live && !failed ? (
        <iframe
          title={translate('cameras.frame', { name })}
          src={address}
          width={PX.camera.width}
          height={PX.camera.height}
          loading="lazy"
          {...frameRights(address)}
        />
      ) : null}
      {address && live && isForeign(address) ? (
        <StreamLink address={address} className={classes.page}>
          <OpenInNew aria-hidden />
          <span title={translate('cameras.noPicture')}>{translate('cameras.openPage')}</span>
          <span className="sr-only"> {name}</span>
        </StreamLink>
      ) : null}
      {address && !live ? (
        <button type="button" className={classes.still} onClick={() => ask.current()}>
          <VideocamOutlined aria-hidden />
          {translate('cameras.watch')}
          <span className="sr-only"> {name}</span>
        </button>
      ) : null}
      {address && !(live && failed) ? children : null}
      {address && !(live && failed) ? null : (
        <span className={classes.still}>
          <VideocamOffOutlined aria-hidden />
          {translate('cameras.noStream')}
        </span>
      )}
    </div>
  );
}
