import type { analyticsCalls } from '@sw/contract/attention/attention';
import type { AnswerOf, Received } from '@sw/contract/base/define';
import type { Followed } from '@sw/domain/attention/spikes';
import { MENTION_SOURCES } from '@sw/domain/prices/blocks';
import { isoSeconds } from '@sw/domain/time/format';
import { unknownTicker } from '../../platform/unknown-values.ts';
import type { AnalyticsParts } from './ports.ts';
import type { Head } from './present.ts';

type FollowedAnswer = AnswerOf<(typeof analyticsCalls)['analyticsFollowed']>;

const SHOWN = 20;

/** Returns after a ticker's spikes in mentions. */
export function createFollowed({ directory, afterSpikes }: AnalyticsParts, headNow: () => Head) {
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
			items: found.spikes.slice(0, SHOWN).map(({ hour, spike, entry, after }) => ({
				hour: isoSeconds(hour),
				mentions: spike.count,
				threshold: spike.threshold,
				entry: isoSeconds(entry),
				after: [...after],
			})),
		};
	};
}

function presentFollowed({ horizon, n, rose, fell, base, mean, median, size }: Followed): FollowedAnswer['followed'][number] {
	return {
		sessions: horizon,
		n,
		rose: rateOf(rose),
		fell: rateOf(fell),
		base: { ...base },
		mean,
		median,
		size: { ...size },
	};
}

function rateOf({ hits, p, wilson95 }: Followed['rose']) {
	return { hits, p, low: wilson95[0], high: wilson95[1] };
}
