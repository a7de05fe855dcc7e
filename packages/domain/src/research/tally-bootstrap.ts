import { bootstrapInterval, type PeriodHits } from '../statistics/stationary-bootstrap.ts';
import type { Tally } from './tally.ts';
import { LEAST_OCCURRENCES } from './verdict.ts';

/**
 * Draws the bootstrap interval of a tally from the sessions between its first and last episode, all tickers together: some milliseconds for each
 * year. With too few episodes for a rate to be shown, a bootstrap is too narrow, and none is drawn.
 */
export function drawBootstrap(tally: Tally): void {
	if (tally.n < LEAST_OCCURRENCES) return;
	const numbers = Object.keys(tally.sessions).map(Number);
	const first = Math.min(...numbers);
	const sessions = Array.from({ length: Math.max(...numbers) - first + 1 }, (_, at): PeriodHits => tally.sessions[first + at] ?? [0, 0]);
	tally.bootstrap = bootstrapInterval(sessions);
}
