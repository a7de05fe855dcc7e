import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { UtcMs } from '@sw/domain/time/units';
import { type Columns, decodeBlocks, type Rows } from '../clickhouse/engine/native.ts';
import { getTableColumns } from '../postgres/orm/drizzle.ts';
import { reports } from '../postgres/schema/reports.ts';
import { type Manifest, readData, readLines, readManifest } from './backup-files.ts';
import { SERIES_TABLES, type SeriesTableName } from './tables-out.ts';

const INSTANT_FIELDS: ReadonlySet<string> = new Set(['time', 'cutoff', 'publishedAt']);

export type SeriesRows<T extends SeriesTableName> = Rows<(typeof SERIES_TABLES)[T]['columns']>;

/** A backup that is read directly, without restoring it into stores. */
export interface OpenBackup {
	readonly manifest: Manifest;
	/** Returns all rows of a PostgreSQL table, in PostgreSQL's JSON format. */
	records(table: string): Promise<Readonly<Record<string, unknown>>[]>;
	/**
	 * Returns the parts of a series table that contain rows of these days (since 1970-01-01, UTC, both inclusive), in order. They can contain other
	 * days as well.
	 */
	series<T extends SeriesTableName>(table: T, first: number, last: number): Promise<SeriesRows<T>[]>;
	/** Returns the first and last day of a table's rows; undefined if it has none. */
	days(table: SeriesTableName): { first: number; last: number } | undefined;
}

/** Parts cached in memory, each about ten megabytes, so that reading day by day loads each part once. */
const MAX_CACHED_PARTS = 8;

/** Opens a backup. Throws a BackupError if there is no complete one, or if it has columns that this version does not know. */
export async function openBackup(folder: string): Promise<OpenBackup> {
	const manifest = await readManifest(folder);
	const parts = new Map<string, Promise<Rows<Columns>>>();

	const loadPart = (table: SeriesTableName, file: string): Promise<Rows<Columns>> => {
		const cached = parts.get(file);
		const part = cached ?? readData(folder, file).then((bytes) => decodeBlocks(SERIES_TABLES[table].columns, bytes));
		parts.delete(file);
		parts.set(file, part);
		for (const oldest of parts.keys()) {
			if (parts.size <= MAX_CACHED_PARTS) break;
			parts.delete(oldest);
		}
		return part;
	};

	return {
		manifest,
		records: async (table) => {
			const recordsTable = manifest.records.tables.find((entry) => entry.table === table);
			if (!recordsTable) return [];
			const rows: Record<string, unknown>[] = [];
			for await (const line of readLines(folder, recordsTable.file)) rows.push(JSON.parse(line) as Record<string, unknown>);
			return rows;
		},
		series: async (table, first, last) => {
			const files = manifest.series[table]?.files ?? [];
			const matching = files.filter((file) => file.last >= first && file.first <= last);
			return (await Promise.all(matching.map(({ file }) => loadPart(table, file)))) as SeriesRows<typeof table>[];
		},
		days: (table) => {
			const files = manifest.series[table]?.files ?? [];
			const [first, last] = [files[0], files.at(-1)];
			return first && last && { first: first.first, last: last.last };
		},
	};
}

/** Returns the report records of a backup, in the order of the chain. Those of older product versions have format 1. */
export async function readBackedUpReports(backup: Pick<OpenBackup, 'records'>): Promise<ReportRecord[]> {
	const names = Object.keys(getTableColumns(reports));
	const rows = await backup.records('reports');
	const records = rows.map((row) => {
		const read = (name: string): unknown => {
			const value = row[toSnakeCase(name)];
			return INSTANT_FIELDS.has(name) ? (Date.parse(String(value)) as UtcMs) : (value ?? null);
		};
		const record = Object.fromEntries(names.map((name) => [name, read(name)]));
		const { format, link, contentHash } = record;
		return { ...record, format: format ?? 1, link: link ?? contentHash } as ReportRecord;
	});
	return records.sort((one, other) => one.chainSeq - other.chainSeq);
}

function toSnakeCase(name: string): string {
	return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
