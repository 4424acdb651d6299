import type * as z from 'zod';
import { PRODUCT_ANSWERS, type ProductAnswer } from './product-answers.ts';

/** Addresses of no route of the product, each with why tests call it. What is answered there is the test's own. */
export const FOREIGN: readonly { address: RegExp; why: string }[] = [
  { address: /^\/api\/x\/?$/, why: 'the transport is tested with an address of nothing' },
  { address: /^\/api\/list\/$/, why: 'a made-up list that a filter chooses from' },
  { address: /^\/api\/crm\/keys\//, why: 'the made-up section, kept by another server in the dialect of the CRM' },
  { address: /^\/api\/keeper\/v2\/keys\//, why: 'the same under addresses of that server’s own' },
  { address: /^\/api\/foreign\/keys\//, why: 'the same in the dialect simple-rest' },
  { address: /^\/rest\/locks(\/|$)/, why: 'the same in that dialect, outside of /api' },
];

interface Known extends ProductAnswer {
  /** As the server declares it. */
  name: string;
  method: string;
  address: RegExp;
  /** Where two fit, the one with fewer parameters is meant, as on the server. */
  parameters: number;
}

/** The product takes an address with the final slash and without. */
const bare = (path: string) => path.replace(/\/$/, '');

const KNOWN: readonly Known[] = Object.entries(PRODUCT_ANSWERS)
  .map(([name, answer]) => {
    const [method = '', url = ''] = name.split(' ');
    const parts = bare(url).split('/');
    const pattern = parts.map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll('.', '\\.'))).join('/');
    const parameters = parts.filter((part) => part.startsWith(':')).length;
    return { ...answer, name, method, address: new RegExp(`^${pattern}$`), parameters };
  })
  .sort((one, other) => one.parameters - other.parameters);

/** The route that answers a call, by its path without the query. */
export const routeOf = (method: string, path: string): Known | undefined =>
  KNOWN.find((known) => known.method === method && known.address.test(bare(path)));

type Place = readonly PropertyKey[];

/** How far a branch of a union is from what was given: one of another kind altogether is farthest. */
const distance = (issues: readonly z.core.$ZodIssue[]) =>
  issues.some(({ path }) => path.length === 0) ? Number.POSITIVE_INFINITY : issues.length;

/** The innermost complaints: of a union those of the branch that came nearest. */
function complaintsOf(issues: readonly z.core.$ZodIssue[], at: Place = []): string[] {
  return issues.flatMap((issue) => {
    const place = [...at, ...issue.path];
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) {
      return [`${place.join('.') || 'the answer'}: ${issue.message}`];
    }
    const nearest = issue.errors.reduce((best, branch) => (distance(branch) < distance(best) ? branch : best));
    return complaintsOf(nearest, place);
  });
}

/** Keys that the shape leaves out: the server drops them before it answers. */
function dropped(given: unknown, kept: unknown, at: Place = []): string[] {
  if (typeof given !== 'object' || given === null || typeof kept !== 'object' || kept === null) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const place = [...at, key];
    return key in kept
      ? dropped(value, kept[key as keyof typeof kept], place)
      : [`${place.join('.')}: the product tells no such thing`];
  });
}

function parsed(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}

/**
 * Differences between a success that a made-up server is about to answer and what the product answers. Refusals and addresses
 * of `FOREIGN` are not checked.
 */
export function misfitsOf(method: string, path: string, status: number, text: string): string[] {
  if (status < 200 || status > 299) return [];
  const route = routeOf(method, path);
  if (!route) {
    return FOREIGN.some(({ address }) => address.test(path)) ? [] : ['the product has no such route'];
  }
  if (status !== route.status) return [`the product answers ${route.status}, not ${status}`];
  if (!route.shape) return [];
  const answer = parsed(text);
  if (!answer) return ['the answer is no JSON'];
  const { success, data, error } = route.shape.safeParse(answer.json);
  return success ? dropped(answer.json, data) : complaintsOf(error.issues);
}
