import type { BarBlock, DailyBlock } from '@sw/domain/prices/blocks';
import type { ExchangeDate } from '@sw/domain/time/units';
import { batchesOfBars } from '@sw/store/clickhouse/bar-batches';
import type { Stores } from '@sw/store/open';
import { type VisibleBatches, visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { ImportError } from '../../intake/files/faults/import-error.ts';
import { idsIn, keepChanges, keepRows, timeSpan } from '../stored/block-rows.ts';

/** Inclusive time range of rows that were not written, because a file repeated them unchanged. */
interface KnownSpan {
	from: number;
	to: number;
	file: string;
	step: number | undefined;
}

/** By ticker id: length in ms of the bars that a file's rows were folded from, if known. */
export type BarSteps = ReadonlyMap<number, number>;

type OtherFile = Pick<KnownSpan, 'file' | 'step'>;

/** What the files of one import have contained so far. */
export interface ImportedSoFar {
	/** Imported files by batch, oldest first. */
	readonly files: Map<number, { name: string; steps: BarSteps }>;
	/** Spans of unchanged rows, by 'kind ticker'. */
	readonly known: Map<string, KnownSpan[]>;
}

export function createImportedSoFar(): ImportedSoFar {
	return { files: new Map(), known: new Map() };
}

/** Access to rows of one kind. */
export interface RowsOfKind<B extends BarBlock | DailyBlock> {
	kind: string;
	timeOf(block: B): ArrayLike<number>;
	dateOf(time: number): ExchangeDate;
	/** Stored rows in [from, to], in the unit of timeOf. */
	stored(ids: number[], from: number, to: number, batches: VisibleBatches): Promise<B>;
}

export interface ImportConflicts {
	/**
	 * Removes from `block` the rows that are stored with the same values. If another file of the import has different values for a row, the file with shorter
	 * bars wins. Throws ImportError if neither file has shorter bars.
	 */
	keepChanges<B extends BarBlock | DailyBlock>(
		rows: RowsOfKind<B>,
		block: B,
		steps: BarSteps,
	): Promise<{ added: number; corrected: number }>;
	/** Lines that describe which rows were left out or replaced rows of other files. */
	notes(): string[];
	/** To be called when the file's batch is committed: later files must not overwrite it. */
	commit(batch: number): void;
}

/**
 * Prevents files of an import from silently overwriting each other: two listings or two exports of one symbol can have different values for the same time,
 * and neither is known to be better. Only bars folded from shorter ones are preferred.
 */
export function createImportConflicts({ records, series }: Stores, provider: string, file: string, soFar: ImportedSoFar): ImportConflicts {
	const known = new Map<string, KnownSpan[]>();
	const ownSteps = new Map<number, number>();
	/** Number of rows by name of another file. `replacing`: rows that replaced rows of that file. `leftOut`: rows left out because of that file. */
	const resolved = { replacing: new Map<string, number>(), leftOut: new Map<string, number>() };
	const written = new Map<string, OtherFile[]>();
	/** Finds the files of this import that wrote bars of a ticker and date. */
	const writtenBy = async (id: number, date: ExchangeDate): Promise<OtherFile[]> => {
		const key = `${id} ${date}`;
		const found = written.get(key);
		if (found) return found;
		const batches = new Set(await batchesOfBars(series, id, date, date));
		const files = [...soFar.files]
			.filter(([batch]) => batches.has(batch))
			.map(([, { name, steps }]) => ({ file: name, step: steps.get(id) }));
		written.set(key, files);
		return files;
	};
	const throwConflict = async (tickerId: number, date: ExchangeDate, otherFiles: readonly OtherFile[]): Promise<never> => {
		const symbol = (await tickersOf(records.db, provider)).find(({ id }) => id === tickerId)?.symbol ?? String(tickerId);
		const names = otherFiles.map(({ file: name }) => name).join(', ');
		throw new ImportError(
			'conflict',
			`${symbol} on ${date} is also in ${names}. Leave one of them out; if this file is a correction, import it by itself afterwards.`,
		);
	};
	/** Resolves conflicts of the new and changed rows in `kept` with other files. Removes and counts rows that lose to another file's shorter bars. */
	const resolveConflicts = async <B extends BarBlock | DailyBlock>(rows: RowsOfKind<B>, kept: B, stored: B): Promise<number> => {
		const [first] = soFar.files.keys();
		if (first === undefined) return 0;
		const times = rows.timeOf(kept);
		const replaced = keysOf(stored, rows.timeOf(stored));
		const batches = { ...(await visibleBatches(records.db)), above: first - 1 };
		const ofImport = await rows.stored(idsIn(kept), ...timeSpan(times, kept.count), batches);
		const otherKeys = keysOf(ofImport, rows.timeOf(ofImport));
		const winners: number[] = [];
		for (let i = 0; i < kept.count; i++) {
			winners.push(i);
			const [id, time] = [kept.tickerId[i]!, times[i]!];
			if (!replaced.has(`${id} ${time}`)) continue;
			const owner = soFar.known.get(`${rows.kind} ${id}`)?.find(({ from, to }) => from <= time && time <= to);
			if (!owner && !otherKeys.has(`${id} ${time}`)) continue;
			const owners = owner ? [owner] : await writtenBy(id, rows.dateOf(time));
			const [ownStep, smallest] = [ownSteps.get(id), Math.min(...owners.map(({ step }) => step ?? Number.NaN))];
			if (ownStep === undefined || Number.isNaN(smallest) || ownStep === smallest) await throwConflict(id, rows.dateOf(time), owners);
			const isShorter = (ownStep as number) < smallest;
			if (!isShorter) winners.pop();
			const counts = isShorter ? resolved.replacing : resolved.leftOut;
			const name = owners.find(({ step }) => step === smallest)?.file ?? '';
			counts.set(name, (counts.get(name) ?? 0) + 1);
		}
		const leftOut = kept.count - winners.length;
		if (leftOut > 0) keepRows(kept, winners);
		return leftOut;
	};
	return {
		async keepChanges(rows, block, steps) {
			for (const [id, step] of steps) ownSteps.set(id, step);
			const [from, to] = timeSpan(rows.timeOf(block), block.count);
			const stored = await rows.stored(idsIn(block), from, to, await visibleBatches(records.db));
			const spans = spansOf(block, rows.timeOf(block), file, steps);
			const before = block.count;
			const found = keepChanges(block, stored, rows.timeOf);
			if (found.corrected > 0) found.corrected -= await resolveConflicts(rows, block, stored);
			if (block.count < before) for (const [id, each] of spans) append(known, `${rows.kind} ${id}`, [each]);
			return found;
		},
		notes: () => [
			...[...resolved.replacing].map(
				([name, n]) => `        ${n} ${n === 1 ? 'bar replaces one' : 'bars replace those'} of ${name}, which has longer bars`,
			),
			...[...resolved.leftOut].map(
				([name, n]) => `        ${n} ${n === 1 ? 'bar' : 'bars'} left out: ${name} has shorter bars for the same times`,
			),
		],
		commit(batch) {
			soFar.files.set(batch, { name: file, steps: ownSteps });
			for (const [key, spans] of known) append(soFar.known, key, spans);
		},
	};
}

function append(to: Map<string, KnownSpan[]>, key: string, spans: readonly KnownSpan[]): void {
	const before = to.get(key);
	if (before) before.push(...spans);
	else to.set(key, [...spans]);
}

function spansOf(block: BarBlock | DailyBlock, times: ArrayLike<number>, file: string, steps: BarSteps): Map<number, KnownSpan> {
	const spans = new Map<number, KnownSpan>();
	for (let i = 0; i < block.count; i++) {
		const [id, time] = [block.tickerId[i]!, times[i]!];
		const found = spans.get(id);
		if (!found) spans.set(id, { from: time, to: time, file, step: steps.get(id) });
		else if (time < found.from) found.from = time;
		else if (time > found.to) found.to = time;
	}
	return spans;
}

function keysOf(block: BarBlock | DailyBlock, times: ArrayLike<number>): Set<string> {
	return new Set(Array.from({ length: block.count }, (_, i) => `${block.tickerId[i]} ${times[i]}`));
}
