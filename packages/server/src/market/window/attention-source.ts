import { type AttentionColumns, attentionColumns, type MentionQuestion } from '@sw/domain/attention/measure';
import { type TickerSeries, tickerSeries } from '@sw/domain/attention/ticker-series';
import { type UrgentHour, urgentHour } from '@sw/domain/attention/urgent';
import { HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import type { AttentionWindow } from './attention-window.ts';

/** Measures of the mentions in memory, each worked out once an hour, whoever asks. */
export interface AttentionSource {
	/** End of the last counted hour at an instant; undefined before the first. */
	until(ms: number): UtcMs | undefined;
	/** As it stood then: later hours are not looked at. */
	columns(question: MentionQuestion, until: UtcMs): AttentionColumns;
	urgent(question: Pick<MentionQuestion, 'source' | 'withRetweets'>, until: UtcMs): UrgentHour;
	series(row: number, timeframe: MentionQuestion['timeframe'], until: UtcMs): TickerSeries;
	version(): number;
	/** Works out ahead of the readers what most of them ask for, with room for other work in between. */
	warm(ms: number): Promise<void>;
}

/** Three timeframes, three choices of sources, with and without retweets. */
const KEPT = 24;

export const createAttentionSource = (window: AttentionWindow): AttentionSource => {
	const kept = new LRUCache<string, AttentionColumns>({ max: KEPT });
	const urgentHours = new LRUCache<string, UrgentHour>({ max: KEPT });

	const until = (ms: number): UtcMs | undefined => {
		const last = window.until();
		return last === undefined ? undefined : utcMs(Math.min(last, Math.floor(ms / HOUR) * HOUR));
	};
	const columns: AttentionSource['columns'] = (question, at) => {
		const key = `${window.version()} ${at} ${question.timeframe} ${question.source} ${question.withRetweets}`;
		const made = kept.get(key) ?? attentionColumns(window, question, at);
		kept.set(key, made);
		return made;
	};
	const urgent: AttentionSource['urgent'] = (question, at) => {
		const key = `${window.version()} ${at} ${question.source} ${question.withRetweets}`;
		const made = urgentHours.get(key) ?? urgentHour(window, question, at);
		urgentHours.set(key, made);
		return made;
	};
	return {
		until,
		columns,
		urgent,
		series: (row, timeframe, at) => tickerSeries(window, row, timeframe, at),
		version: window.version,
		async warm(ms) {
			const at = until(ms);
			if (at === undefined) return;
			columns({ timeframe: 'day', source: undefined, withRetweets: false }, at);
			await new Promise(setImmediate);
			urgent({ source: undefined, withRetweets: false }, at);
		},
	};
};
