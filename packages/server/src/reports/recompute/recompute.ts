import type { Ticker } from '@sw/domain/prices/ticker';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { Engine } from '@sw/domain/signals/engine/types';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { slotEnd } from '@sw/domain/time/slots';
import { DAY, HOUR, SECOND, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { queryMentions } from '@sw/store/clickhouse/mentions';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { readSessionMatrices } from '@sw/store/clickhouse/session-matrices';
import type { Stores } from '@sw/store/open';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { type VisibleBatches, visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { Provider } from '../../intake/provider.ts';
import { createCorporateActions } from '../../market/engine/corporate-actions.ts';
import { restoreEngineState } from '../../market/engine/find-jumps.ts';
import { type InputSnapshot, LOOKBACK_SESSIONS } from '../../market/engine/input-hash.ts';
import { createMarketEngine } from '../../market/engine/market-engine.ts';
import { createMentionWindow, type MentionWindow } from '../../market/engine/mention-window.ts';
import { createUniverse, type Universe } from '../../market/engine/universe.ts';
import { openStoredInformation } from '../../market/filings/read-information.ts';

/** The first report format that includes public information. */
const FIRST_FORMAT_WITH_INFORMATION = 3;

export interface RecomputeParts {
	stores: Stores;
	/** Used only for its tickers; all bars come from the store. */
	provider: Provider;
	calendar: Calendar;
}

export interface RecomputeOptions {
	/** Compute only this ticker's row, without public information. Possible because rows don't depend on each other. */
	onlyTickerId?: TickerId;
	/** Score with this set instead of the report's own. */
	parameters?: ParameterSet;
	/** Whether price jumps before the first session that is read keep their tickers in quarantine. Default: true. */
	keepsEarlierQuarantine?: boolean;
	/** Whether to use a ticker's current type for all times, as engines before 1.1.0 did. Default: false. */
	usesCurrentTypes?: boolean;
	/** Called with the fraction of sessions processed so far, 0 to 1. */
	onProgress?: (fraction: number) => void;
}

export interface RecomputeResult {
	table: ReportTable;
	inputs: InputSnapshot;
	universe: Universe;
	/** Positioned at the report's slot, so that details of its cells can be read. */
	engine: Engine;
	sessions: readonly Session[];
}

/**
 * Rebuilds one report: a new engine starts at the first session of the original one and processes the bars that were stored when the report was built.
 * Batches newer than the report's build are omitted, so a superseded version keeps its own bars.
 * `hasMentions`: whether the report counted mentions. If not, mentions are unknown here too, because the store doesn't record when
 * mentions were collected.
 * Throws a RangeError if the report's parameters or session are no longer known.
 */
export async function recompute(
	parts: RecomputeParts,
	record: ReportRecord,
	hasMentions: boolean,
	{
		onlyTickerId,
		parameters: parametersOverride,
		onProgress,
		keepsEarlierQuarantine = true,
		usesCurrentTypes = false,
	}: RecomputeOptions = {},
): Promise<RecomputeResult> {
	const { stores, provider, calendar } = parts;
	const parameters = parametersOverride ?? (await loadParameters(stores, record));
	const sessions = findSessions(calendar, record);
	const last = sessions.at(-1) as Session;
	const loadTickersAt = async (at: UtcMs): Promise<readonly Ticker[]> => {
		const tickers = (await provider.universe(at)).map(({ volumeFrom, ...ticker }) =>
			volumeFrom === undefined || usesCurrentTypes ? ticker : { ...ticker, volumeFrom },
		);
		return onlyTickerId === undefined ? tickers : tickers.filter(({ id }) => id === onlyTickerId);
	};
	const universe = createUniverse(await loadTickersAt(record.time));
	universe.setShares(await loadTickersAt(utcMs((sessions[0] as Session).open - DAY)));
	const batches = { upTo: record.buildId, except: (await visibleBatches(stores.records.db)).except };
	const mentions = createMentionWindow(universe.ids.length, universe.rowOf);
	if (hasMentions) await loadMentions(parts, mentions, record, batches);
	const actions = await createCorporateActions(stores, provider, universe);
	const { format } = record;
	const information =
		format >= FIRST_FORMAT_WITH_INFORMATION && onlyTickerId === undefined
			? await openStoredInformation(stores, calendar, record.time)
			: undefined;
	const market = createMarketEngine(parameters, universe, mentions, actions, { format, information });
	const firstSession = sessions[0] as Session;
	if (keepsEarlierQuarantine) await restoreEngineState(market, { stores, provider }, firstSession);
	else market.signalEngine.countAsIndex(universe.indexRowsAt(firstSession.open));
	market.signalEngine.announceSplits(sessions.flatMap(({ date }) => actions.adjustmentsOn(date).splits ?? []));
	let sessionsDone = 0;
	await readSessionMatrices(stores.series, sessions, universe.ids, batches, async (session, matrix) => {
		market.openSession(session);
		for (let slot = 0; slot < session.slots && slotEnd(session, slot) <= record.time; slot++) market.applySlot(matrix, slot);
		onProgress?.(++sessionsDone / sessions.length);
		// Yields to requests and the running market.
		await new Promise(setImmediate);
	});
	if (market.signalEngine.position?.session.date !== last.date) throw new RangeError(`The session of ${last.date} was not reached.`);
	const table = market.report(record.time, record.reconstructed ? 'reconstructed' : 'live');
	return { table, inputs: market.inputs(), universe, engine: market.signalEngine, sessions };
}

async function loadParameters({ records }: Stores, { parametersVersion }: ReportRecord): Promise<ParameterSet> {
	const stored = await parameterSet(records.db, parametersVersion);
	if (stored === undefined) throw new RangeError(`Parameters ${parametersVersion} are not stored.`);
	return stored as ParameterSet;
}

function findSessions(calendar: Calendar, { time, inputFrom }: ReportRecord): Session[] {
	const last = calendar.lastOpened(time - 1);
	if (!last) throw new RangeError(`${new Date(time).toISOString()} is before the first session.`);
	const firstDate = inputFrom ?? calendar.sessionByOrdinal(Math.max(0, last.ordinal - LOOKBACK_SESSIONS))?.date ?? last.date;
	return calendar.sessionsBetween(firstDate, last.date);
}

/** Loads the stored mentions of the 24 hours before the report. */
async function loadMentions(
	{ stores }: RecomputeParts,
	mentionWindow: MentionWindow,
	{ time }: ReportRecord,
	batches: VisibleBatches,
): Promise<void> {
	const windowEnd = utcMs(Math.floor(time / HOUR) * HOUR);
	const windowStart = utcMs(windowEnd - DAY);
	mentionWindow.add(
		await queryMentions(stores.series, undefined, windowStart / SECOND, windowEnd / SECOND, batches),
		windowStart,
		windowEnd,
	);
}

/** Returns a report's table scored with `parameters`: the stored table if it used the same set, otherwise a recomputed table. */
export async function scoreTable(
	parts: RecomputeParts,
	record: ReportRecord,
	parameters: ParameterSet,
	onProgress: (fraction: number) => void,
): Promise<ReportTable> {
	const stored = await queryReportRows(parts.stores.series, record.time, record.algo, record.buildId);
	if (parameters.version === record.parametersVersion) return stored;
	const hasMentions = stored.mentions.some((count) => count >= 0);
	return (await recompute(parts, record, hasMentions, { parameters, onProgress })).table;
}
