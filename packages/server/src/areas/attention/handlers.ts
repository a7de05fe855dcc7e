import { analyticsCalls } from '@sw/contract/attention/attention';
import type { AnswerOf } from '@sw/contract/base/define';
import { isoSeconds } from '@sw/domain/time/format';
import { SLOT_MS } from '@sw/domain/time/slots';
import { SECOND } from '@sw/domain/time/units';
import { roundPrice } from '../../market/window/price-series.ts';
import { type Encoded, encoded } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { requireAccount } from '../require-account.ts';
import { createAttentionList } from './attention-list.ts';
import { createAttentionTables } from './attention-tables.ts';
import { createFollowed } from './followed.ts';
import type { AnalyticsParts } from './ports.ts';
import { createHead, sourceStates } from './present.ts';
import { createTickerAttention } from './ticker-attention.ts';

type SourceTimes = AnswerOf<(typeof analyticsCalls)['analyticsTime']>;

/** Mentions on social media, for accounts with a licence. */
export function analyticsHandlers(parts: AnalyticsParts) {
	const capitalizations = createCapitalizations(parts);
	const headNow = createHead(parts);
	const list = createAttentionList(parts, capitalizations, headNow);
	const tables = createAttentionTables(parts, capitalizations, headNow);
	const ticker = createTickerAttention(parts, capitalizations, headNow);
	const followed = createFollowed(parts, headNow);
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

/** Market cap in dollars by row, at the day's last price; NaN where unknown. Computed once per quarter-hour. */
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

/** State of every source; rebuilt once per market second, and after each counted hour. */
function createSourceTimes(parts: Pick<AnalyticsParts, 'window' | 'now' | 'source'>): () => Encoded<SourceTimes> {
	let kept: { version: number; second: number; made: Encoded<SourceTimes> } | undefined;
	return () => {
		const [version, second] = [parts.window.version(), Math.floor(parts.now() / SECOND)];
		if (kept?.version === version && kept.second === second) return kept.made;
		const made = encoded(analyticsCalls.analyticsTime.answers[200], {
			simulated: parts.source.simulated,
			provider: parts.source.label,
			now: isoSeconds(parts.now()),
			items: sourceStates(parts),
		});
		kept = { version, second, made };
		return made;
	};
}
