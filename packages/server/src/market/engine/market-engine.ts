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
import { parallelReplay } from './workers/replay-parallel.ts';

/** The engine together with what a report states beside the bars. */
export interface MarketEngine {
	readonly engine: Engine;
	/** It scores by this set as long as it lives. */
	readonly parameters: ParameterSet;
	readonly universe: Universe;
	readonly mentions: MentionWindow;
	/** `history` gives a row's stored sessions before this one, for rows that split today. */
	openSession(session: Session, history?: (row: number) => readonly RowSession[]): void;
	applySlot(matrix: SessionMatrix, slot: number): void;
	/** Starts reading whole sessions without reports on several threads; the engine is unusable until `finish`. Their splits must be announced before. */
	readEarly(): EarlyReading;
	/** `knowledge` decides which filings count: 'live' only those seen by then. */
	report(time: ReportTime, knowledge: Knowledge): ReportTable;
	/** Names what has entered so far. */
	inputs(): InputSnapshot;
}

/** Sessions on their way through the threads, in order. */
export interface EarlyReading {
	/** Resolves as soon as another may follow. */
	add(session: Session, matrix: SessionMatrix): Promise<void>;
	/** The engine has processed the last session. */
	finish(): Promise<void>;
	/** Ends the threads, whatever they do; after `finish` it does nothing. */
	stop(): Promise<void>;
}

/** Public information on tickers at a report's time. */
export type ReadInformation = (tickers: Uint32Array, time: ReportTime, knowledge: Knowledge) => InformationTable;

export interface MarketEngineOptions {
	/** Rule for naming inputs. Default: that of new reports. */
	format?: number;
	/** Default: all rows are unknown. */
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
	/** Of the session that runs; only reports ask for it. */
	let listed: Uint8Array | undefined;
	/** What takes effect with a session, beside the engine. */
	const begin = (session: Session): SessionAdjustments => {
		universe.applySplits(actions.splitsOn(session.date));
		date = session.date;
		listed = undefined;
		const adjustments = actions.adjustmentsOn(session.date);
		inputs.openSession(session, adjustments);
		return adjustments;
	};
	return {
		engine,
		parameters,
		universe,
		mentions,
		openSession: (session, history) => engine.startSession(session, begin(session), history),
		readEarly: () => {
			const replay = parallelReplay(engine);
			return {
				add: async (session, matrix) => {
					const adjustments = begin(session);
					// The threads have their share before this one hashes the whole.
					const taken = replay.add({ session, adjustments }, matrix);
					for (let slot = 0; slot < session.slots; slot++) inputs.applySlot(matrix, slot);
					await taken;
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
			listed ??= date === undefined ? new Uint8Array(universe.ids.length) : universe.listedOn(date);
			const { ids: tickerIds, shares } = universe;
			const known = information && { information: information(tickerIds, time, knowledge) };
			return engine.report(time, { tickerIds, shares, mentions: mentions.at(time), listed, ...known });
		},
		inputs: inputs.snapshot,
	};
}

/** A report that is built and not yet published. */
export interface BuiltTable {
	table: ReportTable;
	/** Bars received up to this instant are included. */
	cutoff: UtcMs;
	/** On the market clock; a reconstructed report counts as published at its cut-off. */
	publishedAt: UtcMs;
	/** Wall-clock end of the slot and time of publication; only for live reports. */
	wall?: { due: UtcMs; published: UtcMs } | undefined;
	/** The set that scored it, even if another is in force when it is published. */
	parameters: ParameterSet;
	/** Built from imported or backfilled bars. */
	reconstructed: boolean;
	/** The data that it was built from. */
	inputs: InputSnapshot;
}
