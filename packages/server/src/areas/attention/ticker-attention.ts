import { analyticsCalls } from '@sw/contract/attention/attention';
import type { AnswerOf, Received } from '@sw/contract/base/define';
import type { AttentionColumns } from '@sw/domain/attention/measure';
import { usualBand } from '@sw/domain/attention/ticker-series';
import type { UrgentHour } from '@sw/domain/attention/urgent';
import { MENTION_SOURCES } from '@sw/domain/prices/blocks';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { createLastAnswers } from '../../platform/cache/last-answers.ts';
import { type MaybePromise, mapMaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { unknownTicker } from '../../platform/unknown-values.ts';
import { type Encoded, encoded } from '../answer.ts';
import { attentionSource, capitalizationKey, questionOf } from './attention-list.ts';
import type { AnalyticsParts } from './ports.ts';
import { type Head, presentInterval, presentRow, shownColumns, sourceStates } from './present.ts';

type TickerAnswer = AnswerOf<(typeof analyticsCalls)['analyticsTicker']>;
export type TickerQuery = Received<(typeof analyticsCalls)['analyticsTicker']>['query'];

const KEPT = 1_000;

/** For all tickers, in the interval and in the last hour. */
interface Measured {
	columns: AttentionColumns;
	urgent: UrgentHour;
}

/** One ticker's mentions: current, usual, and the 30 days before. */
export function createTickerAttention(parts: AnalyticsParts, capitalizations: () => Float64Array, headNow: () => Head) {
	const { attention, directory } = parts;
	const kept = createLastAnswers<Encoded<TickerAnswer>>(KEPT);

	const urgentOf = (row: number, { hour, count, threshold, hours }: UrgentHour): TickerAnswer['urgent'] => {
		const limit = threshold[row]!;
		if (Number.isNaN(limit)) return null;
		const mentions = count[row]!;
		return { hour: isoSeconds(hour), mentions, threshold: limit, hours: hours[row]!, beyond: mentions > limit };
	};

	const sourcesOf = (row: number, query: TickerQuery, until: ReturnType<typeof attention.until>) => {
		if (until === undefined) return { starts: [], items: [] };
		const states = sourceStates(parts);
		const { starts, sources } = attention.series(row, query.timeframe, until);
		const chosenSources = query.source === undefined ? sources : sources.filter(({ source }) => MENTION_SOURCES[source] === query.source);
		return {
			starts: starts.map(isoSeconds),
			items: chosenSources.map(({ source, mentions, retweets, authors }) => {
				const { counter, time, age } = states[source] as (typeof states)[number];
				const isCounted = mentions.some((value) => value !== null);
				const shown = query.with_retweets ? mentions.map((value, i) => (value === null ? null : value + retweets[i]!)) : mentions;
				return {
					source: MENTION_SOURCES[source] as (typeof MENTION_SOURCES)[number],
					...(isCounted ? { counter, time, age } : { counter: null, time: null, age: null }),
					mentions,
					retweets,
					authors,
					usual: usualBand(starts, shown),
				};
			}),
		};
	};

	const measuredAt = (query: TickerQuery, until: UtcMs): MaybePromise<Measured> => {
		const question = questionOf(query);
		return mapMaybePromise(attention.columns(question, until), (columns) =>
			mapMaybePromise(attention.urgent(question, until), (urgent) => ({ columns, urgent })),
		);
	};

	const build = (
		row: number,
		query: TickerQuery,
		{ until, shown }: Head,
		caps: Float64Array,
		measured: Measured | undefined,
	): Encoded<TickerAnswer> => {
		const ticker = directory.tickers[row] as (typeof directory.tickers)[number];
		const columns = measured?.columns;
		const isCounted = columns && columns.sources[row] !== 0;
		return encoded(analyticsCalls.analyticsTicker.answers[200], {
			...shown,
			...presentInterval(columns),
			...attentionSource(query),
			timeframe: query.timeframe,
			ticker: ticker.symbol,
			ticker_id: ticker.id,
			name: ticker.name,
			now: isCounted ? presentRow(parts, columns, shownColumns(columns, query.is_approximated), caps, row) : null,
			urgent: measured ? urgentOf(row, measured.urgent) : null,
			...sourcesOf(row, query, until),
		});
	};

	return (query: TickerQuery): MaybePromise<Encoded<TickerAnswer>> => {
		const row = directory.rowOf(query.ticker_id);
		if (row < 0) throw unknownTicker('ticker_id');
		const [head, caps] = [headNow(), capitalizations()];
		const dependsOn = [head, capitalizationKey(caps)];
		const before = kept.get(query, dependsOn);
		if (before) return before;
		return mapMaybePromise(head.until === undefined ? undefined : measuredAt(query, head.until), (measured) =>
			kept.keep(query, dependsOn, build(row, query, head, caps, measured)),
		);
	};
}
