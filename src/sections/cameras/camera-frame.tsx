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

/**
 * Whether a stream of our own host answers with a failure: its words are for programs. What another host answers is not told to a
 * page. @param address null while nothing is shown
 */
export function useStreamFailure(address: string | null): boolean {
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (address === null || new URL(address).origin !== globalThis.location.origin) return;
    const asked = new AbortController();
    fetch(address, { signal: asked.signal }).then(
      ({ ok }) => {
        setFailed(ok ? null : address);
        // A stream goes on and on, and is not wanted here.
        asked.abort();
      },
      () => {
        if (!asked.signal.aborted) setFailed(address);
      },
    );
    return () => asked.abort();
  }, [address]);
  return address !== null && failed === address;
}

/** The place of a frame that passes by too fast to be seen. */
export function NoFrame() {
  return <div className={classes.frame} />;
}

/**
 * The stream of a camera, exactly 316x178 (CAM-02). It runs while it is among the few nearest frames in
 * sight, else a still stands there that can be asked to run. The page in it is sandboxed: it can run its
 * player and nothing of ours.
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

  useEffect(() => {
    if (!box.current || !address) return;
    const frame = joinFrames(box.current, setLive);
    ask.current = frame.ask;
    return frame.leave;
  }, [address]);

  return (
    <div className={classes.frame} ref={box}>
      {address && live && !failed ? (
        <iframe
          title={translate('cameras.frame', { name })}
          src={address}
          width={PX.camera.width}
          height={PX.camera.height}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          loading="lazy"
          allow="autoplay"
        />
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
