import { type AttentionColumns, type MentionQuestion, measuringAttention } from '@sw/domain/attention/measure';
import { type TickerSeries, tickerSeries } from '@sw/domain/attention/ticker-series';
import { findingUrgent, type UrgentHour } from '@sw/domain/attention/urgent';
import { measureUsualDay } from '@sw/domain/attention/usual-day';
import { type ExchangeDate, HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { runInSteps } from '../../platform/concurrency/run-in-steps.ts';
import type { AttentionWindow } from './attention-window.ts';

/** Measures of the mentions in memory, each computed once an hour for all readers, yielding in between. */
export interface AttentionSource {
	/** End of the last hour counted by an instant; undefined before the first. */
	until(ms: number): UtcMs | undefined;
	/** As of then: later hours are ignored. */
	columns(question: MentionQuestion, until: UtcMs): MaybePromise<AttentionColumns>;
	urgent(question: Pick<MentionQuestion, 'source' | 'withRetweets'>, until: UtcMs): MaybePromise<UrgentHour>;
	series(row: number, timeframe: MentionQuestion['timeframe'], until: UtcMs): TickerSeries;
	version(): number;
	/** Computes in advance what most readers ask for. */
	warm(ms: number): Promise<void>;
}

/** Three timeframes, three choices of sources, with and without retweets, and a few more. */
const KEPT = 24;

/** A computed result, or its promise. */
interface Kept<T> {
	made: MaybePromise<T>;
}

/** The usual mentions of a day before a session, computed once while the mentions don't change. */
export function createUsualDay(window: Pick<AttentionWindow, 'rows' | 'hour' | 'version'>): (date: ExchangeDate) => Promise<Float64Array> {
	const kept = createAnswerCache<string, Promise<Float64Array>>({ max: 8 });
	return (date) => {
		const key = `${window.version()} ${date}`;
		const before = kept.get(key);
		if (before) return before;
		const working = runInSteps(measureUsualDay(window, date));
		kept.set(key, working);
		working.catch(() => kept.delete(key));
		return working;
	};
}

export function createAttentionSource(window: AttentionWindow): AttentionSource {
	const columnsKept = createAnswerCache<string, Kept<AttentionColumns>>({ max: KEPT });
	const urgentKept = createAnswerCache<string, Kept<UrgentHour>>({ max: KEPT });

	const until = (ms: number): UtcMs | undefined => {
		const last = window.until();
		return last === undefined ? undefined : utcMs(Math.min(last, Math.floor(ms / HOUR) * HOUR));
	};
	const columns: AttentionSource['columns'] = (question, at) =>
		once(columnsKept, `${window.version()} ${at} ${question.timeframe} ${question.source} ${question.withRetweets}`, () =>
			measuringAttention(window, question, at),
		);
	const urgent: AttentionSource['urgent'] = (question, at) =>
		once(urgentKept, `${window.version()} ${at} ${question.source} ${question.withRetweets}`, () => findingUrgent(window, question, at));
	return {
		until,
		columns,
		urgent,
		series: (row, timeframe, at) => tickerSeries(window, row, timeframe, at),
		version: window.version,
		async warm(ms) {
			const at = until(ms);
			if (at === undefined) return;
			await columns({ timeframe: 'day', source: undefined, withRetweets: false }, at);
			await urgent({ source: undefined, withRetweets: false }, at);
		},
	};
}

function once<T>(
	kept: ReturnType<typeof createAnswerCache<string, Kept<T>>>,
	key: string,
	work: () => Iterator<unknown, T>,
): MaybePromise<T> {
	const before = kept.get(key);
	if (before) return before.made;
	const working = runInSteps(work());
	const entry: Kept<T> = { made: working };
	kept.set(key, entry);
	working.then(
		(done) => {
			entry.made = done;
		},
		() => kept.delete(key),
	);
	return working;
}
