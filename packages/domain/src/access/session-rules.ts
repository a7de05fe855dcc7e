/** Session lifetimes. Times are on the wall clock, in milliseconds. */
import { DAY, HOUR, MINUTE, SECOND, type UtcMs } from '../time/units.ts';
import type { LinkKind } from './account-link.ts';

export const ACCESS_LIFE = 15 * MINUTE;
/** Since the last refresh. */
export const REFRESH_LIFE = 30 * DAY;
/** Since sign-in, regardless of refreshes. */
export const SESSION_LIFE = 90 * DAY;
/** A refresh token used twice gets the same successor until that one has been used, and for this long after: two tabs, or a lost answer. */
export const ROTATION_GRACE = 10 * SECOND;
/** The browser refreshes this long before the access token expires. */
export const REFRESH_AHEAD = 50 * SECOND;

/** A provider is asked for a session's groups at most this often. */
export const PROVIDER_CHECK_EVERY = 10 * MINUTE;

/** How long a browser counts as known after its last sign-in; major browsers keep cookies for at most 400 days. */
export const BROWSER_LIFE = 365 * DAY;

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

/** Expiries of tokens issued at `now` in a session that began at `began`; neither outlives the session. */
export function expiriesAt(began: UtcMs, now: UtcMs): Expiries {
	const end = began + SESSION_LIFE;
	const refresh = Math.min(now + REFRESH_LIFE, end);
	return { access: Math.min(now + ACCESS_LIFE, refresh) as UtcMs, refresh: refresh as UtcMs };
}
