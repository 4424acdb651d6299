/** Values that a template fills into the form of a new request. */
export interface Template {
  service: number | null;
  description: string;
  /** Days from today and time of day, `18:00`; null for no deadline. */
  deadline: { days: number; time: string } | null;
}

const DAY_MS = 86_400_000;
const padTwo = (part: number) => String(part).padStart(2, '0');
const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/** Makes a template from the values of a form. @param deadline ISO timestamp; null for no deadline */
export function makeTemplate(
  { service, description, deadline }: { service: number | null; description: string; deadline: string | null },
  now: Date,
): Template {
  const at = deadline === null ? null : new Date(deadline);
  if (!at || Number.isNaN(at.getTime())) return { service, description, deadline: null };
  const days = Math.max(0, Math.round((midnight(at).getTime() - midnight(now).getTime()) / DAY_MS));
  return { service, description, deadline: { days, time: `${padTwo(at.getHours())}:${padTwo(at.getMinutes())}` } };
}

/** The deadline of a template as an ISO timestamp, counted from `now`; null if it has none. */
export function templateDeadline({ deadline }: Template, now: Date): string | null {
  if (!deadline) return null;
  const [hours = 0, minutes = 0] = deadline.time.split(':').map(Number);
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + deadline.days, hours, minutes);
  return at.toISOString();
}

/** Parses a stored template; null if it is not a JSON object. */
export function readTemplate(json: string): Template | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    // Stored by another version of the console in another format.
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { service, description, deadline } = parsed as Partial<Record<keyof Template, unknown>>;
  const { days, time } = (deadline ?? {}) as { days?: unknown; time?: unknown };
  const hasValidDays = typeof days === 'number' && Number.isInteger(days) && days >= 0 && days < 3_660;
  return {
    service: typeof service === 'number' ? service : null,
    description: typeof description === 'string' ? description : '',
    deadline: hasValidDays && typeof time === 'string' && /^\d\d:\d\d$/.test(time) ? { days, time } : null,
  };
}
