import type { BarBlock, DailyBlock } from '@sw/domain/prices/blocks';
import type { ExchangeDate } from '@sw/domain/time/units';
import { batchesOfBars } from '@sw/store/clickhouse/bar-batches';
import type { Stores } from '@sw/store/open';
import { type VisibleBatches, visibleBatches } from '@sw/store/postgres/records/batches';
import { tickersOf } from '@sw/store/postgres/records/tickers';
import { ImportError } from '../../intake/files/faults/import-error.ts';
import { idsIn, onlyChanges, span } from '../stored/changed-rows.ts';

/** From and to of rows that a file brought as they were stored already, so that none was written. */
interface KnownSpan {
	from: number;
	to: number;
	file: string;
}

/** What the files of one import have brought so far. */
export interface ImportedSoFar {
	/** Files by their batches, oldest first. */
	readonly files: Map<number, string>;
	/** By kind and ticker. */
	readonly known: Map<string, KnownSpan[]>;
}

export const nothingSoFar = (): ImportedSoFar => ({ files: new Map(), known: new Map() });

/** Rows of one kind: their times, the date of one, and those that are stored. */
export interface RowsOfKind<B extends BarBlock | DailyBlock> {
	kind: string;
	timeOf(block: B): ArrayLike<number>;
	dateOf(time: number): ExchangeDate;
	/** `from` and `to` are included. */
	stored(ids: number[], from: number, to: number, seen: VisibleBatches): Promise<B>;
}

export interface ImportConflicts {
	/** Leaves in `given` the rows that are new or differ from those stored. ImportError when one of them replaces a row of another file of the import. */
	keepChanges<B extends BarBlock | DailyBlock>(rows: RowsOfKind<B>, given: B): Promise<{ added: number; corrected: number }>;
	/** After the file's batch counts: files that come later may not overwrite it. */
	end(batch: number): void;
}

/**
 * Watches that no file of an import overwrites another: two listings of one symbol, or two readings of one, may bring the same ticker and time with
 * other values, and neither is known to be the better one.
 */
export function createImportConflicts({ records, series }: Stores, provider: string, file: string, soFar: ImportedSoFar): ImportConflicts {
	const known = new Map<string, KnownSpan[]>();
	const refuse = async (tickerId: number, date: ExchangeDate, by: string | undefined): Promise<never> => {
		const symbol = (await tickersOf(records.db, provider)).find(({ id }) => id === tickerId)?.symbol ?? String(tickerId);
		const batches = new Set(await batchesOfBars(series, tickerId, date, date));
		const written = [...soFar.files].filter(([batch]) => batches.has(batch)).map(([, name]) => name);
		throw new ImportError(
			'conflict',
			`${symbol} on ${date} is also in ${by ?? written.join(', ')}. Leave one of them out; if this file is a correction, import it by itself afterwards.`,
		);
	};
	/** `kept`: new rows and rows that replace some of `stored`. */
	const check = async <B extends BarBlock | DailyBlock>(rows: RowsOfKind<B>, kept: B, stored: B): Promise<void> => {
		const [first] = soFar.files.keys();
		if (first === undefined) return;
		const times = rows.timeOf(kept);
		const replaced = keysOf(stored, rows.timeOf(stored));
		const seen = { ...(await visibleBatches(records.db)), above: first - 1 };
		const written = await rows.stored(idsIn(kept), ...span(times, kept.count), seen);
		const others = keysOf(written, rows.timeOf(written));
		for (let i = 0; i < kept.count; i++) {
			const [id, time] = [kept.tickerId[i] as number, times[i] as number];
			if (!replaced.has(`${id} ${time}`)) continue;
			const by = soFar.known.get(`${rows.kind} ${id}`)?.find(({ from, to }) => from <= time && time <= to);
			if (by || others.has(`${id} ${time}`)) await refuse(id, rows.dateOf(time), by?.file);
		}
	};
	return {
		async keepChanges(rows, given) {
			const [from, to] = span(rows.timeOf(given), given.count);
			const stored = await rows.stored(idsIn(given), from, to, await visibleBatches(records.db));
			const spans = spansOf(given, rows.timeOf(given), file);
			const before = given.count;
			const found = onlyChanges(given, stored, rows.timeOf);
			if (found.corrected > 0) await check(rows, given, stored);
			if (given.count < before) for (const [id, each] of spans) append(known, `${rows.kind} ${id}`, [each]);
			return found;
		},
		end(batch) {
			soFar.files.set(batch, file);
			for (const [key, spans] of known) append(soFar.known, key, spans);
		},
	};
}

function append(to: Map<string, KnownSpan[]>, key: string, spans: readonly KnownSpan[]): void {
	const before = to.get(key);
	if (before) before.push(...spans);
	else to.set(key, [...spans]);
}

function spansOf(block: BarBlock | DailyBlock, times: ArrayLike<number>, file: string): Map<number, KnownSpan> {
	const spans = new Map<number, KnownSpan>();
	for (let i = 0; i < block.count; i++) {
		const [id, time] = [block.tickerId[i] as number, times[i] as number];
		const found = spans.get(id);
		if (!found) spans.set(id, { from: time, to: time, file });
		else if (time < found.from) found.from = time;
		else if (time > found.to) found.to = time;
	}
	return spans;
}

function keysOf(block: BarBlock | DailyBlock, times: ArrayLike<number>): Set<string> {
	return new Set(Array.from({ length: block.count }, (_, i) => `${block.tickerId[i]} ${times[i]}`));
}
