import type { BatchDaySum, BatchTable } from '@sw/domain/prices/batch';
import { dateOfDay } from '@sw/domain/time/zone';
import type { LedgerSum } from '@sw/store/postgres/records/tickers/batch-sums';

/** A day of a table and batch whose stored rows have changed since they were written. */
export interface StoredDifference {
	table: BatchTable;
	day: number;
	batch: number;
	kind: 'missing' | 'changed' | 'added' | 'revoked';
	/** Rows as stored, and as they can be read. */
	stored: number;
	found: number;
}

const NAMES: Readonly<Record<BatchTable, string>> = {
	bars: '15-minute bars',
	daily_bars: 'daily bars',
	option_sums: 'option volumes',
	mentions: 'mentions',
	mention_spans: 'counted hours of mentions',
};

/** Compares the rows read with the ledger, which doesn't know batches in `withoutSums`. */
export function findDifferences(
	ledger: readonly LedgerSum[],
	found: readonly BatchDaySum[],
	withoutSums: ReadonlySet<number>,
): StoredDifference[] {
	const read = new Map(found.map((each) => [keyOf(each), each]));
	const differences: StoredDifference[] = [];
	for (const each of ledger) {
		const { table, day, batch, rows, sum, counts } = each;
		const there = read.get(keyOf(each));
		read.delete(keyOf(each));
		const note = (kind: StoredDifference['kind']): void =>
			void differences.push({ table, day, batch, kind, stored: rows, found: there?.rows ?? 0 });
		if (!counts) note('revoked');
		else if ((there?.rows ?? 0) < rows) note('missing');
		else if (there?.rows !== rows) note('added');
		else if (there.sum !== sum) note('changed');
	}
	for (const { table, day, batch, rows } of read.values())
		if (!withoutSums.has(batch)) differences.push({ table, day, batch, kind: 'added', stored: 0, found: rows });
	return differences;
}

function keyOf({ table, day, batch }: BatchDaySum): string {
	return `${table} ${day} ${batch}`;
}

/** One line a difference, for administrators. */
export function differenceLines(differences: readonly StoredDifference[]): string[] {
	return differences.map(({ table, day, batch, kind, stored, found }) => {
		const where = `${kind}: ${NAMES[table]} of ${dateOfDay(day)}, batch ${batch}`;
		if (kind === 'missing') return `${where}: ${found} of ${stored} rows are readable`;
		if (kind === 'changed') return `${where}: ${found} rows have changed`;
		if (kind === 'added') return `${where}: ${found} rows are stored instead of ${stored}`;
		return `${where}: ${stored} rows were committed, but the batch is no longer valid`;
	});
}

/** The differences as part of a sentence. */
export function summarizeDifferences(differences: readonly StoredDifference[]): string {
	return [...Map.groupBy(differences, ({ table }) => table)]
		.map(([table, of]) => {
			const days = [...new Set(of.map(({ day }) => day))].sort((a, b) => a - b);
			const [first = 0, last = 0] = [days[0], days.at(-1)];
			const span = first === last ? dateOfDay(first) : `${days.length} days from ${dateOfDay(first)} to ${dateOfDay(last)}`;
			return `${NAMES[table]} of ${span}`;
		})
		.join(', ');
}
