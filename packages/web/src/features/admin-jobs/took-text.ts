import { msOf } from '../../lib/format/times.ts';
import type { Job } from './queries.ts';
import { jobWords as words } from './words.ts';

/** Duration of a job; '' if it has not ended or never started. */
export function tookText({ started, finished }: Pick<Job, 'started' | 'finished'>): string {
	if (started === null || finished === null) return '';
	const seconds = Math.max(0, Math.round((msOf(finished) - msOf(started)) / 1_000));
	if (seconds < 60) return words.seconds(seconds);
	const minutes = Math.floor(seconds / 60);
	return minutes < 60 ? words.minutes(minutes, seconds % 60) : words.hours(Math.floor(minutes / 60), minutes % 60);
}
