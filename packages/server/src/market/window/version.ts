/**
 * Versions of the windows in memory, one sequence for the whole process. A correction or an import renews a window, and with a counter of
 * its own the new window would reach the old one's numbers: caches keyed by them would then show old columns under the new tickers.
 */
let last = 0;

export function nextVersion(): number {
	last++;
	return last;
}
