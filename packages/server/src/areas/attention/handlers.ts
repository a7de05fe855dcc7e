import type { analyticsCalls } from '@sw/contract/attention';
import { accountOf } from '../account-of.ts';
import type { Handlers } from '../handlers.ts';
import { createAttentionList } from './attention-list.ts';
import { createAttentionTables } from './attention-tables.ts';
import { createCapitalizations } from './capitalizations.ts';
import { createFollowed } from './followed.ts';
import type { AnalyticsParts } from './ports.ts';
import { createHead } from './present.ts';
import { createSourceTimes } from './source-times.ts';
import { createTickerAttention } from './ticker-attention.ts';

/** Mentions on social media, for accounts with a licence. */
export const analyticsHandlers = (parts: AnalyticsParts) => {
	const capitalizations = createCapitalizations(parts);
	const headNow = createHead(parts);
	const list = createAttentionList(parts, capitalizations, headNow);
	const tables = createAttentionTables(parts, capitalizations, headNow);
	const ticker = createTickerAttention(parts, capitalizations, headNow);
	const followed = createFollowed(parts, headNow);
	const times = createSourceTimes(parts);
	return {
		analytics: (call) => list(accountOf(call), call.query),
		analyticsLeaders: ({ query }) => tables.leaders(query.is_approximated),
		analyticsTicker: ({ query }) => ticker(query),
		analyticsFollowed: ({ query }) => followed(query),
		analyticsTime: times,
		analyticsUrgent: () => tables.urgent(),
	} satisfies Handlers<typeof analyticsCalls>;
};
