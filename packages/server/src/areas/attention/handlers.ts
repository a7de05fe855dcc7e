import type { analyticsCalls } from '@sw/contract/attention';
import { isoSeconds } from '@sw/domain/time/format';
import { accountOf } from '../account-of.ts';
import type { Handlers } from '../handlers.ts';
import { createAttentionList } from './attention-list.ts';
import { createAttentionTables } from './attention-tables.ts';
import { createCapitalizations } from './capitalizations.ts';
import { createFollowed } from './followed.ts';
import type { AnalyticsParts } from './ports.ts';
import { createHead, sourceStates } from './present.ts';
import { createTickerAttention } from './ticker-attention.ts';

/** Whom the crowd talks about, for accounts with a licence. */
export const analyticsHandlers = (parts: AnalyticsParts) => {
	const capitalizations = createCapitalizations(parts);
	const headNow = createHead(parts);
	const list = createAttentionList(parts, capitalizations, headNow);
	const tables = createAttentionTables(parts, capitalizations, headNow);
	const ticker = createTickerAttention(parts, capitalizations, headNow);
	const followed = createFollowed(parts, headNow);
	return {
		analytics: ({ query, ...call }) => list(accountOf(call), query),
		analyticsLeaders: ({ query }) => tables.leaders(query.is_approximated),
		analyticsTicker: ({ query }) => ticker(query),
		analyticsFollowed: ({ query }) => followed(query),
		analyticsTime: () => ({
			simulated: parts.source.simulated,
			provider: parts.source.label,
			now: isoSeconds(parts.now()),
			items: sourceStates(parts),
		}),
		analyticsUrgent: () => tables.urgent(),
	} satisfies Handlers<typeof analyticsCalls>;
};
