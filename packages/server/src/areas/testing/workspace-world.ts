import type { FilterEntry } from '@sw/domain/filters/entries';
import { type FrozenEntry, type FrozenList, hiddenIds } from '@sw/domain/filters/frozen';
import { createBarBlock } from '@sw/domain/prices/blocks';
import type { TickerHistory } from '@sw/domain/reports/report-record';
import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { Tab } from '@sw/domain/signals/sector';
import { slotEnd } from '@sw/domain/time/slots';
import { MINUTE, type ReportTime, type UtcMs } from '@sw/domain/time/units';
import { createFacts, createReport, lastSession, NOW, sessions, smallWorld } from '../../market/window/testing/fixture.ts';
import { createHotReports } from '../../reports/hot-reports.ts';
import type { OwnedFilter, SavedFilter, WorkspaceParts } from '../signals/ports.ts';

function slotTime(slot: number): ReportTime {
	return slotEnd(lastSession, slot) as ReportTime;
}

/** Reports of 2024-05-01, by the licence that they need: 10:00 basic, 11:00 basic in its second version, 11:30 premium, 11:45 pro. */
export const REPORTS = { early: slotTime(1), basic: slotTime(5), premium: slotTime(7), pro: slotTime(8) };
/** The first slot of the previous day, which any licence opens. */
export const YESTERDAY_FIRST = slotEnd(sessions.at(-2) as (typeof sessions)[number], 0) as ReportTime;

/** One user's lists, in the shape of the filters area. */
export class Workspace {
	readonly #filters = new Map<number, OwnedFilter>();
	favorites: ReadonlySet<number> = new Set<number>();
	frozen: FrozenEntry[] = [];
	wall = 1_000;
	readonly #sets = new Map<string, ReadonlySet<number>>();

	filter(id: number): SavedFilter | undefined {
		return this.#filters.get(id);
	}

	get filters(): readonly OwnedFilter[] {
		return [...this.#filters.values()];
	}

	findHidden(list: FrozenList): ReadonlySet<number> {
		const key = `${list.filterId} ${list.tab} ${JSON.stringify(this.frozen)} ${this.wall}`;
		const set = this.#sets.get(key) ?? hiddenIds(this.frozen, list, this.wall);
		this.#sets.set(key, set);
		return set;
	}

	save(id: number, entries: readonly FilterEntry[], overrides: Partial<OwnedFilter> = {}): void {
		this.#filters.set(id, {
			id,
			userId: 'reader',
			name: `Filter ${id}`,
			tab: 'extreme_rise',
			strategy: 'first',
			entries,
			operation: null,
			...overrides,
		});
	}

	freeze(tickerId: number, filterId: number | null = null, until: number | null = null, reason = ''): void {
		this.frozen.push({ tickerId, filterId, tab: null, reason, since: 0, until });
	}

	freezeInTab(tickerId: number, tab: Tab): void {
		this.frozen.push({ tickerId, filterId: null, tab, reason: '', since: 0, until: null });
	}
}

/**
 * The small test market with reports for every licence. The 10:00 report lacks DDD among the risers; the first version of the 11:00 report has no volume
 * for AAA.
 */
export function workspaceWorld(workspace: Workspace = new Workspace()): WorkspaceParts & ReturnType<typeof smallWorld> {
	const world = { ...smallWorld(), reports: createHotReports({ maxTables: 16, load: async () => undefined }) };
	const early = setDepths(createReport(REPORTS.early), 3, [0, 0, null, 0, null, null, 0]);
	world.reports.add(createFacts(REPORTS.early), early);
	world.reports.add(createFacts(REPORTS.premium, { report: 'premium' }), createReport(REPORTS.premium));
	world.reports.add(createFacts(REPORTS.basic, { version: 2, hash: 'second' }), createReport(REPORTS.basic));
	world.reports.add(createFacts(REPORTS.pro, { report: 'pro' }), createReport(REPORTS.pro));
	world.reports.add(createFacts(YESTERDAY_FIRST, { first: true }), createReport(YESTERDAY_FIRST));
	const firstVersion = setDepths(createReport(REPORTS.basic), 0, [4, 0, 2, 0, 0, 2, 0]);
	return {
		...world,
		parameters: PARAMETERS_V1,
		explain: async () => null,
		freezeNow: () => workspace.wall,
		loadLists: async () => workspace,
		loadWatchlist: async () => undefined,
		readVersion: async (time, _algo, version) =>
			time === REPORTS.basic && version === 1 ? { facts: createFacts(time, { hash: 'first' }), table: firstVersion } : undefined,
		pricesAt: () => world.prices,
		oldest: async () => YESTERDAY_FIRST,
		splits: async () => [],
		bars: async () => ({ bars: createBarBlock(0), splits: [] }),
		history: async (id, { from, to }) => historyOf(id, from, to),
	};
}

/** Sets these depths for row `row` on every timeframe. */
function setDepths(table: ReportTable, row: number, depths: readonly (number | null)[]): ReportTable {
	for (const words of table.words) words[row] = packWord(depths);
	return table;
}

function historyOf(id: number, from: UtcMs, to: UtcMs): TickerHistory {
	const times = [YESTERDAY_FIRST, ...Object.values(REPORTS)].filter((time) => time >= from && time < to && time <= NOW + MINUTE);
	const row = id / 10 - 1;
	const tables = times.map(createReport);
	const column = (tf: 0 | 1 | 2 | 3 | 4) => Uint32Array.from(tables, (table) => table.words[tf][row]!);
	return {
		count: times.length,
		time: Uint32Array.from(times, (time) => time / 1000),
		words: [column(0), column(1), column(2), column(3), column(4)],
		price: Float64Array.from(tables, (table) => table.price[row]!),
		cap: Float64Array.from(tables, (table) => table.cap[row]!),
		mentions: Int32Array.from(tables, (table) => table.mentions[row]!),
		flags: Uint8Array.from(tables, (table) => table.flags[row]!),
		information: Uint8Array.from(tables, (table) => table.information[row]!),
	};
}
