import type { BarBlock, DailyBlock } from '@sw/domain/prices/blocks';
import type { ExchangeDate } from '@sw/domain/time/units';
import { queryBarBatches } from '@sw/store/clickhouse/bar-batches';
import type { Stores } from '@sw/store/open';
import { type VisibleBatches, visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { ImportError } from '../../intake/files/faults/import-error.ts';
import { distinctIds, keepRows, removeUnchangedRows, timeSpan } from '../stored/block-rows.ts';

/** Inclusive time range of rows that were not written, because a file repeated them unchanged. */
interface UnchangedSpan {
	from: number;
	to: number;
	file: string;
	step: number | undefined;
}

/** By ticker id: length in ms of the bars that a file's rows were folded from, if known. */
export type BarSteps = ReadonlyMap<number, number>;

type OtherFile = Pick<UnchangedSpan, 'file' | 'step'>;

/** What the files of one import have contained so far. */
export interface ImportHistory {
	/** Imported files by batch, oldest first. */
	readonly files: Map<number, { name: string; steps: BarSteps }>;
	/** Spans of unchanged rows, by 'kind ticker'. */
	readonly unchangedSpans: Map<string, UnchangedSpan[]>;
}

export function createImportHistory(): ImportHistory {
	return { files: new Map(), unchangedSpans: new Map() };
}

/** Access to rows of one kind. */
export interface RowsOfKind<B extends BarBlock | DailyBlock> {
	kind: string;
	timeOf(block: B): ArrayLike<number>;
	dateOf(time: number): ExchangeDate;
	/** Stored rows in [from, to], in the unit of timeOf. */
	loadStored(ids: number[], from: number, to: number, batches: VisibleBatches): Promise<B>;
}

export interface ImportConflicts {
	/**
	 * Removes from `block` the rows that are stored with the same values. If another file of the import has different values for a row, the file with shorter
	 * bars wins. Throws ImportError if neither file has shorter bars.
	 */
	filterChanges<B extends BarBlock | DailyBlock>(
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
export function createImportConflicts(
	{ records, series }: Stores,
	provider: string,
	file: string,
	importHistory: ImportHistory,
): ImportConflicts {
	const unchangedSpans = new Map<string, UnchangedSpan[]>();
	const ownSteps = new Map<number, number>();
	/** Number of rows by name of another file. `replacing`: rows that replaced rows of that file. `leftOut`: rows left out because of that file. */
	const resolvedCounts = { replacing: new Map<string, number>(), leftOut: new Map<string, number>() };
	const filesByKey = new Map<string, OtherFile[]>();
	/** Finds the files of this import that wrote bars of a ticker and date. */
	const findWriters = async (id: number, date: ExchangeDate): Promise<OtherFile[]> => {
		const key = `${id} ${date}`;
		const cached = filesByKey.get(key);
		if (cached) return cached;
		const batches = new Set(await queryBarBatches(series, id, date, date));
		const files = [...importHistory.files]
			.filter(([batch]) => batches.has(batch))
			.map(([, { name, steps }]) => ({ file: name, step: steps.get(id) }));
		filesByKey.set(key, files);
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
	/** Resolves conflicts of the new and changed rows in `changedRows` with other files. Removes and counts rows that lose to another file's shorter bars. */
	const resolveConflicts = async <B extends BarBlock | DailyBlock>(rows: RowsOfKind<B>, changedRows: B, stored: B): Promise<number> => {
		const [first] = importHistory.files.keys();
		if (first === undefined) return 0;
		const times = rows.timeOf(changedRows);
		const replacedKeys = keysOf(stored, rows.timeOf(stored));
		const batches = { ...(await visibleBatches(records.db)), above: first - 1 };
		const importedRows = await rows.loadStored(distinctIds(changedRows), ...timeSpan(times, changedRows.count), batches);
		const otherKeys = keysOf(importedRows, rows.timeOf(importedRows));
		const winners: number[] = [];
		for (let i = 0; i < changedRows.count; i++) {
			winners.push(i);
			const [id, time] = [changedRows.tickerId[i]!, times[i]!];
			if (!replacedKeys.has(`${id} ${time}`)) continue;
			const owner = importHistory.unchangedSpans.get(`${rows.kind} ${id}`)?.find(({ from, to }) => from <= time && time <= to);
			if (!owner && !otherKeys.has(`${id} ${time}`)) continue;
			const owners = owner ? [owner] : await findWriters(id, rows.dateOf(time));
			const [ownStep, smallestStep] = [ownSteps.get(id), Math.min(...owners.map(({ step }) => step ?? Number.NaN))];
			if (ownStep === undefined || Number.isNaN(smallestStep) || ownStep === smallestStep)
				await throwConflict(id, rows.dateOf(time), owners);
			const isShorter = (ownStep as number) < smallestStep;
			if (!isShorter) winners.pop();
			const counts = isShorter ? resolvedCounts.replacing : resolvedCounts.leftOut;
			const name = owners.find(({ step }) => step === smallestStep)?.file ?? '';
			counts.set(name, (counts.get(name) ?? 0) + 1);
		}
		const leftOut = changedRows.count - winners.length;
		if (leftOut > 0) keepRows(changedRows, winners);
		return leftOut;
	};
	return {
		async filterChanges(rows, block, steps) {
			for (const [id, step] of steps) ownSteps.set(id, step);
			const [from, to] = timeSpan(rows.timeOf(block), block.count);
			const stored = await rows.loadStored(distinctIds(block), from, to, await visibleBatches(records.db));
			const spans = toSpans(block, rows.timeOf(block), file, steps);
			const countBefore = block.count;
			const counts = removeUnchangedRows(block, stored, rows.timeOf);
			if (counts.corrected > 0) counts.corrected -= await resolveConflicts(rows, block, stored);
			if (block.count < countBefore) for (const [id, span] of spans) append(unchangedSpans, `${rows.kind} ${id}`, [span]);
			return counts;
		},
		notes: () => [
			...[...resolvedCounts.replacing].map(
				([name, n]) => `        ${n} ${n === 1 ? 'bar replaces one' : 'bars replace those'} of ${name}, which has longer bars`,
			),
			...[...resolvedCounts.leftOut].map(
				([name, n]) => `        ${n} ${n === 1 ? 'bar' : 'bars'} left out: ${name} has shorter bars for the same times`,
			),
		],
		commit(batch) {
			importHistory.files.set(batch, { name: file, steps: ownSteps });
			for (const [key, spans] of unchangedSpans) append(importHistory.unchangedSpans, key, spans);
		},
	};
}

function append(spansByKey: Map<string, UnchangedSpan[]>, key: string, spans: readonly UnchangedSpan[]): void {
	const existing = spansByKey.get(key);
	if (existing) existing.push(...spans);
	else spansByKey.set(key, [...spans]);
}

function toSpans(block: BarBlock | DailyBlock, times: ArrayLike<number>, file: string, steps: BarSteps): Map<number, UnchangedSpan> {
	const spans = new Map<number, UnchangedSpan>();
	for (let i = 0; i < block.count; i++) {
		const [id, time] = [block.tickerId[i]!, times[i]!];
		const span = spans.get(id);
		if (!span) spans.set(id, { from: time, to: time, file, step: steps.get(id) });
		else if (time < span.from) span.from = time;
		else if (time > span.to) span.to = time;
	}
	return spans;
}

function keysOf(block: BarBlock | DailyBlock, times: ArrayLike<number>): Set<string> {
	return new Set(Array.from({ length: block.count }, (_, i) => `${block.tickerId[i]} ${times[i]}`));
}
