import { analyticsCalls } from '@sw/contract/attention/attention';
import type { AnswerOf, Received } from '@sw/contract/base/define';
import { liftOf } from '@sw/domain/attention/measure';
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
	presentSubject,
	type SourceHead,
	selectColumns,
	sourceStates,
} from './present.ts';

type SourceTimes = AnswerOf<(typeof analyticsCalls)['analyticsTime']>;

/** Answers calls for mentions on social media, for accounts with a licence. */
export function analyticsHandlers(parts: AnalyticsParts) {
	const capitalizations = createCapitalizations(parts);
	const headNow = createSourceHead(parts);
	const list = createAttentionList(parts, capitalizations, headNow);
	const tables = createAttentionTables(parts, capitalizations, headNow);
	const ticker = createTickerAttention(parts, capitalizations, headNow);
	const followed = createReturnsAfterSpikes(parts, headNow);
	const times = createSourceTimes(parts);
	return {
		analytics: (call) => list(requireAccount(call), call.query),
		analyticsLeaders: ({ query }) => tables.leaders(query.is_approximated),
		analyticsTicker: ({ query }) => ticker(query),
		analyticsFollowed: ({ query }) => followed(query),
		analyticsTime: times,
		analyticsUrgent: () => tables.urgent(),
	} satisfies Handlers<typeof analyticsCalls>;
}

/** Returns a function for the market caps in dollars by directory row, at the day's last price; NaN if unknown. Computed once per quarter-hour. */
function createCapitalizations({ directory, tops, now }: Pick<AnalyticsParts, 'directory' | 'tops' | 'now'>): () => Float64Array {
	let kept: { at: object | undefined; caps: Float64Array } | undefined;
	return () => {
		const columns = tops.at('day', Math.floor(now() / SLOT_MS) * SLOT_MS)?.columns;
		if (kept && kept.at === columns && kept.caps.length === directory.rows) return kept.caps;
		const caps = Float64Array.from(directory.shares, (shares, row) => shares * roundPrice(columns?.last[row] ?? Number.NaN));
		kept = { at: columns, caps };
		return caps;
	};
}

/** Answers with the state of every source. Rebuilt at most once per second of the market clock, and after each counted hour. */
function createSourceTimes(parts: Pick<AnalyticsParts, 'window' | 'now' | 'source'>): () => EncodedAnswer<SourceTimes> {
	let kept: { version: number; second: number; made: EncodedAnswer<SourceTimes> } | undefined;
	return () => {
		const [version, second] = [parts.window.version(), Math.floor(parts.now() / SECOND)];
		if (kept?.version === version && kept.second === second) return kept.made;
		const made = encodeAnswer(analyticsCalls.analyticsTime.answers[200], {
			simulated: parts.source.simulated,
			provider: parts.source.label,
			now: isoSeconds(parts.now()),
			items: sourceStates(parts),
		});
		kept = { version, second, made };
		return made;
	};
}

type FollowedAnswer = AnswerOf<(typeof analyticsCalls)['analyticsFollowed']>;

const MAX_SPIKES = 20;

/** Finds the price returns after a ticker's spikes in mentions. */
function createReturnsAfterSpikes({ directory, afterSpikes }: AnalyticsParts, headNow: () => SourceHead) {
	return async (query: Received<(typeof analyticsCalls)['analyticsFollowed']>['query']): Promise<FollowedAnswer> => {
		const row = directory.rowOf(query.ticker_id);
		const ticker = directory.tickers[row];
		if (!ticker) throw unknownTicker('ticker_id');
		const { until, shown } = headNow();
		const source = query.source === undefined ? undefined : MENTION_SOURCES.indexOf(query.source);
		const head = {
			...shown,
			source: query.source ?? null,
			with_retweets: query.with_retweets,
			ticker: ticker.symbol,
			ticker_id: ticker.id,
		};
		const none = { from: null, to: null, hours: 0, counted: [], cost: 0, followed: [], total_count: 0, items: [] };
		if (until === undefined) return { ...head, ...none };
		const found = await afterSpikes(row, { source, withRetweets: query.with_retweets }, until);
		if (found.hours === 0) return { ...head, ...none };
		return {
			...head,
			from: isoSeconds(found.from),
			to: isoSeconds(found.to),
			hours: found.hours,
			counted: MENTION_SOURCES.filter((_, at) => found.sources.includes(at)),
			cost: found.cost,
			followed: found.followed.map(presentFollowed),
			total_count: found.spikes.length,
			items: found.spikes.slice(0, MAX_SPIKES).map(({ hour, spike, entry, after }) => ({
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
const ROWS = 20;
const CACHED_TABLES = 8;

/** Builds the two tables without parameters: tickers with the largest lift, and urgent tickers, whose last hour is a spike. */
function createAttentionTables(parts: AnalyticsParts, capitalizations: () => Float64Array, headNow: () => SourceHead) {
	const { attention } = parts;
	const tables = createAnswerCache<string, { caps: Float64Array; made: EncodedAnswer<Leaders | Urgent> }>({ max: CACHED_TABLES });
	const cachedTable = <A extends Leaders | Urgent, M>(
		key: string,
		caps: Float64Array,
		measured: () => MaybePromise<M>,
		build: (measured: M) => EncodedAnswer<A>,
	): MaybePromise<EncodedAnswer<A>> => {
		const cached = tables.get(key);
		if (cached?.caps === caps) return cached.made as EncodedAnswer<A>;
		return mapMaybePromise(measured(), (found) => {
			const answer = build(found);
			tables.set(key, { caps, made: answer });
			return answer;
		});
	};
	return {
		leaders: (approximated: boolean): MaybePromise<Leaders | EncodedAnswer<Leaders>> => {
			const { until, shown: head, key } = headNow();
			if (until === undefined) return { ...head, ...presentInterval(undefined), is_approximated: approximated, compared: 0, items: [] };
			const caps = capitalizations();
			const measured = () => attention.columns({ timeframe: 'day', source: undefined, withRetweets: false }, until);
			return cachedTable(`leaders ${approximated} ${key}`, caps, measured, (columns) => {
				const shown = selectColumns(columns, approximated);
				const compared = Uint32Array.from({ length: columns.rows }, (_, row) => row).filter((row) => Number.isFinite(shown.lift[row]));
				const lift = (row: number): number => shown.lift[row]!;
				const rows = compared.toSorted((a, b) => lift(b) - lift(a) || a - b).filter((row) => lift(row) > 1);
				return encodeAnswer(analyticsCalls.analyticsLeaders.answers[200], {
					...head,
					...presentInterval(columns),
					is_approximated: approximated,
					compared: compared.length,
					items: Array.from(rows.subarray(0, ROWS), (row) => presentRow(parts, columns, shown, caps, row)),
				});
			});
		},

		urgent: (): MaybePromise<Urgent | EncodedAnswer<Urgent>> => {
			const { until, shown: head, key } = headNow();
			if (until === undefined) return { ...head, hour: null, tested: 0, expected: 0, usual: null, total_count: 0, items: [] };
			const caps = capitalizations();
			const measured = () => attention.urgent({ source: undefined, withRetweets: false }, until);
			return cachedTable(`urgent ${key}`, caps, measured, (found) => {
				const { before } = found;
				return encodeAnswer(analyticsCalls.analyticsUrgent.answers[200], {
					...head,
					hour: isoSeconds(found.hour),
					tested: found.tested,
					expected: found.expected,
					usual:
						before.length === 0
							? null
							: { days: before.length, mean: before.reduce((sum, n) => sum + n, 0) / before.length, most: Math.max(...before) },
					total_count: found.rows.length,
					items: Array.from(found.rows.subarray(0, ROWS), (row) => {
						const [count, threshold] = [found.count[row]!, found.threshold[row]!];
						return {
							...presentSubject(parts, caps, row, found.sources),
							mentions: count,
							threshold,
							hours: found.hours[row]!,
							authors: finiteOrNull(found.authors[row]!),
							lift: liftOf(count, threshold),
						};
					}),
				});
			});
		},
	};
}
