import type { analyticsCalls } from '@sw/contract/attention/attention';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { Handlers } from '../handlers.ts';
import { requireAccount } from '../require-account.ts';
import { createAttentionList } from './attention-list.ts';
import { createAttentionTables } from './attention-tables.ts';
import { createFollowed } from './followed.ts';
import type { AnalyticsParts } from './ports.ts';
import { createHead } from './present.ts';
import { createSourceTimes } from './source-times.ts';
import { createTickerAttention } from './ticker-attention.ts';

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
		const caps = Float64Array.from(directory.shares, (shares, row) => shares * (columns?.last[row] ?? Number.NaN));
		kept = { at: columns, caps };
		return caps;
	};
}
