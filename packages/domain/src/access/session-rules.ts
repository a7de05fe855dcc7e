import { DAY, HOUR, MINUTE, SECOND, type UtcMs } from '../time/units.ts';
import type { LinkKind } from './account-link.ts';

/** Lifetime of an access token. Lifetimes are milliseconds of real time, not of the simulated market's clock. */
export const ACCESS_LIFE = 15 * MINUTE;
/** Lifetime of a refresh token, since the last refresh. */
export const REFRESH_LIFE = 30 * DAY;
/** Lifetime of a session since sign-in, regardless of refreshes. */
export const SESSION_LIFE = 90 * DAY;
/**
 * If a refresh token is used twice, by two tabs or after a lost response, both uses give the same successor. This applies until the successor is used, and for
 * this long afterwards.
 */
export const ROTATION_GRACE = 10 * SECOND;
/** The browser refreshes this long before the access token expires. */
export const REFRESH_AHEAD = 50 * SECOND;

/** Minimum interval between two requests to a provider for a session's groups. */
export const PROVIDER_CHECK_INTERVAL = 10 * MINUTE;

/** How long a browser counts as known after its last sign-in; major browsers keep cookies for at most 400 days. */
export const BROWSER_LIFE = 365 * DAY;

/** Lifetimes of links from their creation. */
export const LINK_LIFE = {
	confirm: DAY,
	recovery: HOUR,
	login: 10 * MINUTE,
	invite: 7 * DAY,
	factor: 10 * MINUTE,
} as const satisfies Record<LinkKind, number>;

export interface Expiries {
	access: UtcMs;
	refresh: UtcMs;
}

/** Computes the expiries of tokens issued at `now` in a session that started at `startedAt`. No token outlives the session. */
export function computeExpiries(startedAt: UtcMs, now: UtcMs): Expiries {
	const end = startedAt + SESSION_LIFE;
	const refresh = Math.min(now + REFRESH_LIFE, end);
	return { access: Math.min(now + ACCESS_LIFE, refresh) as UtcMs, refresh: refresh as UtcMs };
}
