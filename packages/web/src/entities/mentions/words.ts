import type { MentionCounterName, MentionSource } from '@sw/domain/prices/blocks';
import { MINUTE } from '@sw/domain/time/units';
import { formatAge } from '../../lib/format/times.ts';

/** Display names of the sources. */
const COUNTERS: Record<MentionCounterName, string> = {
	unknown: 'unknown source',
	simulated: 'simulated',
	apewisdom: 'ApeWisdom',
	reddit: 'Reddit API',
	x: 'X API',
	file: 'imported file',
};

export const SOURCES: Record<MentionSource, string> = { twitter: 'Twitter', reddit: 'Reddit' };

export const mentionWords = {
	none: 'no data source',
	sources: SOURCES,
	counters: COUNTERS,
	/** Names source, counter and age: 'Reddit, simulated, 40 min old'. */
	counted: (source: MentionSource, counter: MentionCounterName, age: number | null) =>
		`${SOURCES[source]}, ${COUNTERS[counter]}${age === null ? '' : `, ${formatDataAge(age)}`}`,
	/** Formats a number: '412', or '≈ 412 ± 38' if approximate. */
	about: (value: string, error: string | null) => (error === null ? value : `≈ ${value} ± ${error}`),
} as const;

/** Formats an age in seconds: '40 min old'. */
function formatDataAge(seconds: number): string {
	return formatAge(0, Math.max(seconds * 1000, MINUTE)).replace(' ago', ' old');
}
