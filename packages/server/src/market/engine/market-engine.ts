import type { Knowledge } from '@sw/domain/filings/filing-book';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import { createEngine } from '@sw/domain/signals/engine/create-engine';
import type { RowSession, SessionAdjustments } from '@sw/domain/signals/engine/engine-session';
import type { Engine } from '@sw/domain/signals/engine/types';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { InformationTable, ReportTable } from '@sw/domain/signals/report-table';
import type { Session } from '@sw/domain/time/calendar';
import type { ExchangeDate, ReportTime, UtcMs } from '@sw/domain/time/units';
import type { CorporateActions } from './corporate-actions.ts';
import { createInputHash, type InputSnapshot } from './input-hash.ts';
import type { MentionWindow } from './mention-window.ts';
import type { Universe } from './universe.ts';
import { startParallelReplay } from './workers/replay-parallel.ts';

/** The engine, together with the other data of a report: shares, mentions, listings, public information. */
export interface MarketEngine {
	readonly signalEngine: Engine;
	/** Fixed for the engine's lifetime. */
	readonly parameters: ParameterSet;
	readonly universe: Universe;
	readonly mentions: MentionWindow;
	/** `history` returns a row's stored sessions before this one; it is called for rows with a split today. */
	openSession(session: Session, history?: (row: number) => readonly RowSession[]): void;
	applySlot(matrix: SessionMatrix, slot: number): void;
	/**
	 * Starts reading whole sessions without reports, on several threads. Splits of these sessions must be announced before. The engine is unusable until
	 * `finish`.
	 */
	readInParallel(): ParallelReading;
	/** Builds the report of a time. `knowledge` decides which filings count; `live`: only filings seen by that time. */
	report(time: ReportTime, knowledge: Knowledge): ReportTable;
	/** Identifies the inputs so far. Throws before the first session. */
	inputs(): InputSnapshot;
}

/** Passes sessions to the threads, in order. */
export interface ParallelReading {
	/** Resolves as soon as the next session can be added. */
	add(session: Session, matrix: SessionMatrix): Promise<void>;
	/** Resolves when the engine has processed all sessions. */
	finish(): Promise<void>;
	/** Terminates the threads immediately; does nothing after `finish`. */
	stop(): Promise<void>;
}

/** Reads public information on tickers as of a report's time. */
export type ReadInformation = (tickers: Uint32Array, time: ReportTime, knowledge: Knowledge) => InformationTable;

export interface MarketEngineOptions {
	/** Report format, which decides the input hash. Default: that of new reports. */
	format?: number;
	/** Default: information is unknown for all rows. */
	information?: ReadInformation | undefined;
}

export function createMarketEngine(
	parameters: ParameterSet,
	universe: Universe,
	mentions: MentionWindow,
	actions: CorporateActions,
	{ format, information }: MarketEngineOptions = {},
): MarketEngine {
	const engine = createEngine({ parameters, rows: universe.ids.length, isIndex: universe.isIndex });
	const inputs = createInputHash(universe.ids, format);
	let date: ExchangeDate | undefined;
	/** Listed rows of the current session; computed only when a report needs it. */
	let listedRows: Uint8Array | undefined;
	/** Applies everything that takes effect with a session, except to the engine. */
	const applySession = (session: Session): SessionAdjustments => {
		universe.applySplits(actions.splitsOn(session.date));
		date = session.date;
		listedRows = undefined;
		const adjustments = actions.adjustmentsOn(session.date);
		inputs.openSession(session, adjustments);
		return adjustments;
	};
	return {
		signalEngine: engine,
		parameters,
		universe,
		mentions,
		openSession: (session, history) => engine.startSession(session, applySession(session), history),
		readInParallel: () => {
			const replay = startParallelReplay(engine);
			return {
				add: async (session, matrix) => {
					const adjustments = applySession(session);
					// Start the threads first, then hash on this thread meanwhile.
					const added = replay.add({ session, adjustments }, matrix);
					for (let slot = 0; slot < session.slots; slot++) inputs.applySlot(matrix, slot);
					await added;
				},
				finish: replay.finish,
				stop: replay.stop,
			};
		},
		applySlot: (matrix, slot) => {
			const { rows, halted } = matrix;
			inputs.applySlot(matrix, slot);
			engine.applySlot(matrix, slot, halted?.subarray(slot * rows, (slot + 1) * rows));
		},
		report: (time, knowledge) => {
			listedRows ??= date === undefined ? new Uint8Array(universe.ids.length) : universe.listedOn(date);
			const { ids: tickerIds, shares } = universe;
			const informationInput = information && { information: information(tickerIds, time, knowledge) };
			return engine.report(time, { tickerIds, shares, mentions: mentions.totalsAt(time), listed: listedRows, ...informationInput });
		},
		inputs: inputs.snapshot,
	};
}

/** A report that is built but not yet published. */
export interface BuiltTable {
	table: ReportTable;
	/** Bars received by this instant are included. */
	cutoff: UtcMs;
	/** On the market clock; for a reconstructed report the cut-off. */
	publishedAt: UtcMs;
	/** For live reports: end of the slot and time of publication on the wall clock. */
	wall?: { due: UtcMs; published: UtcMs } | undefined;
	/** The parameter set that scored the table, even if the current set has changed since. */
	parameters: ParameterSet;
	/** Whether the table was built from imported or backfilled bars. */
	reconstructed: boolean;
	inputs: InputSnapshot;
}
