import type { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import { exportDictionary } from '@sw/domain/reports/list/export-columns';
import { respond } from '../../answer.ts';
import { createCards } from '../../cards.ts';
import type { Handlers } from '../../handlers.ts';
import { requireAccount } from '../../require-account.ts';
import { createOpenReports } from '../open-reports.ts';
import type { WorkspaceParts } from '../ports.ts';
import { createRankingCache } from '../ranking-cache.ts';
import { createTickerPast } from './ticker-past.ts';
import { trailFile } from './trail-file.ts';
import { createWorkspaceChanges } from './workspace-changes.ts';
import { createWorkspaceComparison } from './workspace-comparison.ts';
import { createWorkspaceDates } from './workspace-dates.ts';
import { createWorkspaceDetail } from './workspace-detail.ts';
import { createWorkspaceExport } from './workspace-export.ts';
import { createWorkspaceFrozen } from './workspace-frozen.ts';
import { createSelect, createWorkspaceLists, type WorkspaceTools } from './workspace-lists.ts';
import { createWorkspaceMatches } from './workspace-matches.ts';
import { createWorkspacePlace } from './workspace-place.ts';
import { createWorkspaceTrail } from './workspace-trail.ts';

/** Ranked lists and ticker details for accounts with a licence. */
export function workspaceHandlers(parts: WorkspaceParts) {
	const rankings = createRankingCache(parts);
	const tools: WorkspaceTools = { parts, rankings, open: createOpenReports(parts), card: createCards(parts, rankings.symbolOf) };
	const select = createSelect(tools);
	const lists = createWorkspaceLists(tools, select);
	const frozen = createWorkspaceFrozen(tools, select);
	const detail = createWorkspaceDetail(tools, select);
	const dates = createWorkspaceDates(tools);
	const past = createTickerPast(parts);
	const place = createWorkspacePlace(tools, lists, past);
	const matches = createWorkspaceMatches(tools, past);
	const trail = createWorkspaceTrail(tools);
	const comparison = createWorkspaceComparison(tools);
	const changes = createWorkspaceChanges(tools, lists);
	const file = createWorkspaceExport(tools, lists);
	return {
		sectorCharts: (call) => lists.page(requireAccount(call), call.query),
		sectorChartGroups: (call) => lists.groups(requireAccount(call), call.query),
		sectorChartBlackList: ({ query, ...call }) => frozen(requireAccount(call), query),
		sectorChartChanges: ({ query, ...call }) => changes(requireAccount(call), query),
		sectorChartDate: (call) => dates.latest(requireAccount(call)),
		sectorChartHistory: (call) => lists.page(requireAccount(call), call.query),
		sectorChartHistoryDates: ({ query, ...call }) => dates.between(requireAccount(call), query),
		sectorChartExport: async ({ query, ...call }) => {
			const { body, headers } = await file(requireAccount(call), query);
			return respond(200, body, { headers });
		},
		sectorChartDictionary: () => ({ columns: exportDictionary() }),
		sectorChart: (call) => detail(requireAccount(call), call.params, call.query),
		sectorChartHistoryOne: (call) => detail(requireAccount(call), call.params, call.query),
		sectorChartComparison: ({ params, query, ...call }) => comparison(requireAccount(call), params.id, query),
		sectorChartFilters: ({ params, query, ...call }) => matches(requireAccount(call), params.id, query),
		sectorChartPlace: ({ params, query, ...call }) => place(requireAccount(call), params.id, query),
		sectorChartTrail: ({ params, query, ...call }) => trail(requireAccount(call), params.id, query),
		sectorChartTrailExport: async ({ params, query: { format, ...query }, ...call }) => {
			const { body, headers } = trailFile(format, await trail(requireAccount(call), params.id, query), parts);
			return respond(200, body, { headers });
		},
	} satisfies Handlers<typeof sectorChartCalls>;
}
