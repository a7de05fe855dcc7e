import type { sectorChartCalls } from '@sw/contract/sector-charts';
import { exportDictionary } from '@sw/domain/reports/export-columns';
import { accountOf } from '../../account-of.ts';
import { respond } from '../../answer.ts';
import { createCards } from '../../cards.ts';
import type { Handlers } from '../../handlers.ts';
import { createOpenReports } from '../open-reports.ts';
import type { DeskParts } from '../ports.ts';
import { createRankings } from '../rankings.ts';
import { createDeskChanges } from './desk-changes.ts';
import { createDeskComparison } from './desk-comparison.ts';
import { createDeskDates } from './desk-dates.ts';
import { createDeskDetail } from './desk-detail.ts';
import { createDeskExport } from './desk-export.ts';
import { createDeskFrozen } from './desk-frozen.ts';
import { createDeskLists, createSelect, type DeskTools } from './desk-lists.ts';
import { createDeskMatches } from './desk-matches.ts';
import { createDeskPlace } from './desk-place.ts';
import { createDeskTrail } from './desk-trail.ts';
import { createTickerPast } from './ticker-past.ts';
import { trailFile } from './trail-file.ts';

/** Ranked lists and ticker details for accounts with a licence. */
export const deskHandlers = (parts: DeskParts) => {
	const rankings = createRankings(parts);
	const tools: DeskTools = { parts, rankings, open: createOpenReports(parts), card: createCards(parts, rankings.symbolOf) };
	const select = createSelect(tools);
	const lists = createDeskLists(tools, select);
	const frozen = createDeskFrozen(tools, select);
	const detail = createDeskDetail(tools, select);
	const dates = createDeskDates(tools);
	const past = createTickerPast(parts);
	const place = createDeskPlace(tools, lists, past);
	const matches = createDeskMatches(tools, past);
	const trail = createDeskTrail(tools);
	const comparison = createDeskComparison(tools);
	const changes = createDeskChanges(tools, lists);
	const file = createDeskExport(tools, lists);
	return {
		sectorCharts: (call) => lists.page(accountOf(call), call.query),
		sectorChartGroups: (call) => lists.groups(accountOf(call), call.query),
		sectorChartBlackList: ({ query, ...call }) => frozen(accountOf(call), query),
		sectorChartChanges: ({ query, ...call }) => changes(accountOf(call), query),
		sectorChartDate: (call) => dates.latest(accountOf(call)),
		sectorChartHistory: (call) => lists.page(accountOf(call), call.query),
		sectorChartHistoryDates: ({ query, ...call }) => dates.between(accountOf(call), query),
		sectorChartExport: async ({ query, ...call }) => {
			const { body, headers } = await file(accountOf(call), query);
			return respond(200, body, { headers });
		},
		sectorChartDictionary: () => ({ columns: exportDictionary() }),
		sectorChart: (call) => detail(accountOf(call), call.params, call.query),
		sectorChartHistoryOne: (call) => detail(accountOf(call), call.params, call.query),
		sectorChartComparison: ({ params, query, ...call }) => comparison(accountOf(call), params.id, query),
		sectorChartFilters: ({ params, query, ...call }) => matches(accountOf(call), params.id, query),
		sectorChartPlace: ({ params, query, ...call }) => place(accountOf(call), params.id, query),
		sectorChartTrail: ({ params, query, ...call }) => trail(accountOf(call), params.id, query),
		sectorChartTrailExport: async ({ params, query: { format, ...query }, ...call }) => {
			const { body, headers } = trailFile(format, await trail(accountOf(call), params.id, query), parts);
			return respond(200, body, { headers });
		},
	} satisfies Handlers<typeof sectorChartCalls>;
};
