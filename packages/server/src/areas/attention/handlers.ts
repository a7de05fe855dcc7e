import { analyticsCalls } from '@sw/contract/attention/attention';
import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import { computeLift } from '@sw/domain/attention/measure';
import type { SpikeOutcomes } from '@sw/domain/attention/spikes';
import { MENTION_SOURCES } from '@sw/domain/prices/blocks';
import { isoSeconds } from '@sw/domain/time/format';
import { SLOT_MS } from '@sw/domain/time/slots';
import { SECOND } from '@sw/domain/time/units';
import { roundPrice } from '../../market/window/price-series.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { type MaybePromise, mapMaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { unknownTicker } from '../../platform/errors.ts';
import { type EncodedAnswer, encodeAnswer } from '../answer.ts';
import { requireAccount } from '../guard.ts';
import type { Handlers } from '../handlers.ts';
import { createAttentionList, createTickerAttention } from './attention-list.ts';
import type { AnalyticsParts } from './ports.ts';
import {
	createSourceHead,
	finiteOrNull,
	presentInterval,
	presentRow,
	presentSourceStates,
	presentSubject,
	type SourceHead,
	selectColumns,
} from './present.ts';

type SourceTimes = AnswerOf<(typeof analyticsCalls)['analyticsTime']>;

/** Answers calls for mentions on social media, for accounts with a licence. */
export function createAnalyticsHandlers(parts: AnalyticsParts) {
	const capitalizations = createCapitalizations(parts);
	const currentHead = createSourceHead(parts);
	const listAttention = createAttentionList(parts, capitalizations, currentHead);
	const tables = createAttentionTables(parts, capitalizations, currentHead);
	const answerTicker = createTickerAttention(parts, capitalizations, currentHead);
	const returnsAfterSpikes = createReturnsAfterSpikes(parts, currentHead);
	const answerSourceTimes = createSourceTimes(parts);
	return {
		analytics: (call) => listAttention(requireAccount(call), call.query),
		analyticsLeaders: ({ query }) => tables.leaders(query.is_approximated),
		analyticsTicker: ({ query }) => answerTicker(query),
		analyticsFollowed: ({ query }) => returnsAfterSpikes(query),
		analyticsTime: answerSourceTimes,
		analyticsUrgent: () => tables.urgent(),
	} satisfies Handlers<typeof analyticsCalls>;
}

/** Returns a function for the market caps in dollars by directory row, at the day's last price; NaN if unknown. Computed once per quarter-hour. */
function createCapitalizations({ directory, tops, now }: Pick<AnalyticsParts, 'directory' | 'tops' | 'now'>): () => Float64Array {
	let cached: { columns: object | undefined; caps: Float64Array } | undefined;
	return () => {
		const columns = tops.stateAt('day', Math.floor(now() / SLOT_MS) * SLOT_MS)?.columns;
		if (cached && cached.columns === columns && cached.caps.length === directory.rows) return cached.caps;
		const caps = Float64Array.from(directory.shares, (shares, row) => shares * roundPrice(columns?.last[row] ?? Number.NaN));
		cached = { columns, caps };
		return caps;
	};
}

/** Answers with the state of every source. Rebuilt at most once per second of the market clock, and after each counted hour. */
function createSourceTimes(parts: Pick<AnalyticsParts, 'window' | 'now' | 'source'>): () => EncodedAnswer<SourceTimes> {
	let cached: { version: number; second: number; answer: EncodedAnswer<SourceTimes> } | undefined;
	return () => {
		const [version, second] = [parts.window.version(), Math.floor(parts.now() / SECOND)];
		if (cached?.version === version && cached.second === second) return cached.answer;
		const answer = encodeAnswer(analyticsCalls.analyticsTime.answers[200], {
			simulated: parts.source.simulated,
			provider: parts.source.label,
			now: isoSeconds(parts.now()),
			items: presentSourceStates(parts),
		});
		cached = { version, second, answer };
		return answer;
	};
}

type FollowedAnswer = AnswerOf<(typeof analyticsCalls)['analyticsFollowed']>;

const MAX_LISTED_SPIKES = 20;

/** Finds the price returns after a ticker's spikes in mentions. */
function createReturnsAfterSpikes({ directory, afterSpikes }: AnalyticsParts, currentHead: () => SourceHead) {
	return async (query: HandlerInput<(typeof analyticsCalls)['analyticsFollowed']>['query']): Promise<FollowedAnswer> => {
		const row = directory.rowOf(query.ticker_id);
		const ticker = directory.tickers[row];
		if (!ticker) throw unknownTicker('ticker_id');
		const { until, fields } = currentHead();
		const source = query.source === undefined ? undefined : MENTION_SOURCES.indexOf(query.source);
		const commonFields = {
			...fields,
			source: query.source ?? null,
			with_retweets: query.with_retweets,
			ticker: ticker.symbol,
			ticker_id: ticker.id,
		};
		const emptyFields = { from: null, to: null, hours: 0, counted: [], cost: 0, followed: [], total_count: 0, items: [] };
		if (until === undefined) return { ...commonFields, ...emptyFields };
		const returns = await afterSpikes(row, { source, withRetweets: query.with_retweets }, until);
		if (returns.hours === 0) return { ...commonFields, ...emptyFields };
		return {
			...commonFields,
			from: isoSeconds(returns.from),
			to: isoSeconds(returns.to),
			hours: returns.hours,
			counted: MENTION_SOURCES.filter((_, at) => returns.sources.includes(at)),
			cost: returns.cost,
			followed: returns.followed.map(presentFollowed),
			total_count: returns.spikes.length,
			items: returns.spikes.slice(0, MAX_LISTED_SPIKES).map(({ hour, spike, entry, after }) => ({
				hour: isoSeconds(hour),
				mentions: spike.count,
				threshold: spike.threshold,
				entry: isoSeconds(entry),
				after: [...after],
			})),
		};
	};
}

function presentFollowed({ horizon, n, rose, fell, base, mean, median, size }: SpikeOutcomes): FollowedAnswer['followed'][number] {
	return {
		sessions: horizon,
		n,
		rose: presentRate(rose),
		fell: presentRate(fell),
		base: { ...base },
		mean,
		median,
		size: { ...size },
	};
}

function presentRate({ hits, p, wilson95 }: SpikeOutcomes['rose']) {
	return { hits, p, low: wilson95[0], high: wilson95[1] };
}

type Leaders = AnswerOf<(typeof analyticsCalls)['analyticsLeaders']>;
type Urgent = AnswerOf<(typeof analyticsCalls)['analyticsUrgent']>;

/** Maximum rows of each table. */
const MAX_ROWS = 20;
const MAX_CACHED_TABLES = 8;

/** Builds the two tables without parameters: tickers with the largest lift, and urgent tickers, whose last hour is a spike. */
function createAttentionTables(parts: AnalyticsParts, capitalizations: () => Float64Array, currentHead: () => SourceHead) {
	const { attention } = parts;
	const tables = createAnswerCache<string, { caps: Float64Array; answer: EncodedAnswer<Leaders | Urgent> }>({ max: MAX_CACHED_TABLES });
	const getOrBuildTable = <A extends Leaders | Urgent, M>(
		key: string,
		caps: Float64Array,
		measure: () => MaybePromise<M>,
		build: (measurements: M) => EncodedAnswer<A>,
	): MaybePromise<EncodedAnswer<A>> => {
		const cached = tables.get(key);
		if (cached?.caps === caps) return cached.answer as EncodedAnswer<A>;
		return mapMaybePromise(measure(), (measurements) => {
			const answer = build(measurements);
			tables.set(key, { caps, answer });
			return answer;
		});
	};
	return {
		leaders: (isApproximated: boolean): MaybePromise<Leaders | EncodedAnswer<Leaders>> => {
			const { until, fields: head, key } = currentHead();
			if (until === undefined) return { ...head, ...presentInterval(undefined), is_approximated: isApproximated, compared: 0, items: [] };
			const caps = capitalizations();
			const measure = () => attention.columns({ timeframe: 'day', source: undefined, withRetweets: false }, until);
			return getOrBuildTable(`leaders ${isApproximated} ${key}`, caps, measure, (columns) => {
				const display = selectColumns(columns, isApproximated);
				const comparedRows = Uint32Array.from({ length: columns.rowCount }, (_, row) => row).filter((row) =>
					Number.isFinite(display.lift[row]),
				);
				const liftAt = (row: number): number => display.lift[row]!;
				const rows = comparedRows.toSorted((a, b) => liftAt(b) - liftAt(a) || a - b).filter((row) => liftAt(row) > 1);
				return encodeAnswer(analyticsCalls.analyticsLeaders.answers[200], {
					...head,
					...presentInterval(columns),
					is_approximated: isApproximated,
					compared: comparedRows.length,
					items: Array.from(rows.subarray(0, MAX_ROWS), (row) => presentRow(parts, columns, display, caps, row)),
				});
			});
		},

		urgent: (): MaybePromise<Urgent | EncodedAnswer<Urgent>> => {
			const { until, fields: head, key } = currentHead();
			if (until === undefined) return { ...head, hour: null, tested: 0, expected: 0, usual: null, total_count: 0, items: [] };
			const caps = capitalizations();
			const measure = () => attention.urgent({ source: undefined, withRetweets: false }, until);
			return getOrBuildTable(`urgent ${key}`, caps, measure, (urgentHour) => {
				const { countsOnEarlierDays } = urgentHour;
				return encodeAnswer(analyticsCalls.analyticsUrgent.answers[200], {
					...head,
					hour: isoSeconds(urgentHour.hour),
					tested: urgentHour.tested,
					expected: urgentHour.expected,
					usual:
						countsOnEarlierDays.length === 0
							? null
							: {
									days: countsOnEarlierDays.length,
									mean: countsOnEarlierDays.reduce((sum, n) => sum + n, 0) / countsOnEarlierDays.length,
									most: Math.max(...countsOnEarlierDays),
								},
					total_count: urgentHour.urgentRows.length,
					items: Array.from(urgentHour.urgentRows.subarray(0, MAX_ROWS), (row) => {
						const [count, threshold] = [urgentHour.counts[row]!, urgentHour.threshold[row]!];
						return {
							...presentSubject(parts, caps, row, urgentHour.sources),
							mentions: count,
							threshold,
							hours: urgentHour.countedPastHours[row]!,
							authors: finiteOrNull(urgentHour.authors[row]!),
							lift: computeLift(count, threshold),
						};
					}),
				});
			});
		},
	};
}
