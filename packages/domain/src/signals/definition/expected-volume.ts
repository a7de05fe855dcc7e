import { expectedShare } from '../expected-share.ts';

/** E: shares (or contracts) expected in slots [from, to), given the median daily volume; null without one. */
export const expectedVolume = (
	daily: number | null,
	profile: readonly number[],
	from: number,
	to: number,
	sessionSlots: number = profile.length,
): number | null => (daily === null ? null : daily * expectedShare(profile, from, to, sessionSlots));
