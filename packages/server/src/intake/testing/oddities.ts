/** Vendor faults over several days, by seed: the same seed gives the same days. */
import type { Session } from '@sw/domain/time/calendar';
import { HOUR, MINUTE, SECOND } from '@sw/domain/time/units';

/**
 * `limited`: 429 with Retry-After. `limited-silently`: 429 without it. `pages`: HTML with status 200. `maintenance`: 503 with an HTML page, for a long time.
 * `silent`: no response. `cut`: connections drop in the middle. `half`: half of the symbols have no bars yet. `ahead`: the vendor's clock is ahead, so it
 * returns unfinished bars.
 */
export const ODDITY_KINDS = ['limited', 'limited-silently', 'pages', 'maintenance', 'silent', 'cut', 'half', 'ahead'] as const;
export type OddityKind = (typeof ODDITY_KINDS)[number];

export interface Oddity {
	kind: OddityKind;
	from: number;
	until: number;
}

/** Shortest and longest duration, in milliseconds. */
const DURATION_RANGES: Record<OddityKind, [number, number]> = {
	limited: [10 * SECOND, 90 * SECOND],
	'limited-silently': [10 * SECOND, 90 * SECOND],
	pages: [30 * SECOND, 10 * MINUTE],
	maintenance: [20 * MINUTE, HOUR],
	silent: [30 * SECOND, 10 * MINUTE],
	cut: [5 * SECOND, 2 * MINUTE],
	half: [10 * MINUTE, 5 * HOUR],
	ahead: [HOUR, 4 * HOUR],
};

/** Whether the vendor returns no data at all. */
export function isOutage({ kind }: Oddity): boolean {
	return kind !== 'half' && kind !== 'ahead' && kind !== 'cut';
}

/** About six faults per session, some overlapping; all end by the close. `barDelayMs`: ms after which the vendor's bars are complete. */
export function createOddities(sessions: readonly Session[], barDelayMs: number, random: () => number): Oddity[] {
	return sessions.flatMap(({ open, close }) =>
		ODDITY_KINDS.flatMap((kind): Oddity[] => {
			if (random() < 0.25) return [];
			const [shortest, longest] = DURATION_RANGES[kind];
			const durationMs = shortest + random() * (longest - shortest);
			// Most begin around the end of a quarter-hour, when requests come.
			const slot = 1 + Math.floor(random() * 22);
			const from = open + barDelayMs + slot * 15 * MINUTE + (random() < 0.7 ? random() * 20 * SECOND - 5 * SECOND : random() * 15 * MINUTE);
			return [{ kind, from: Math.round(from), until: Math.round(Math.min(from + durationMs, close)) }];
		}),
	);
}
