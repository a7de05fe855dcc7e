import type { DaySum } from '@sw/domain/prices/batch';
import { StoreError } from '../../faults/store-error.ts';
import { migrateSeries } from './ddl.ts';
import type { Engine } from './engine.ts';
import { openServer, type ServerControl } from './http-engine.ts';
import { clusterLayout, type Layout, ONE_ENGINE } from './layout.ts';
import type { Columns, ColumnsOf } from './native.ts';
import { isSummed, mergeSums, sumRows } from './row-sums.ts';

/** Number of batches whose sums are kept. Fewer are written concurrently, so older ones were abandoned. */
const MAX_BATCHES = 16;

/** Sums of the rows that this process has written for uncommitted batches. */
interface WrittenSums {
	/** Adds written rows [from, to). */
	add<C extends Columns>(table: string, spec: C, columns: ColumnsOf<C>, from: number, to: number): void;
	/** Returns the sums for the batch's commit; undefined if this process doesn't know the batch. */
	findSums(batch: number): readonly DaySum[] | undefined;
}

/** The series store, with three connections, so that a user's read waits neither for a publication nor for a scan of years. */
export interface Series {
	/** Point reads for requests. */
	requests: Engine;
	/** Small writes of the running market, and reads of fresh reports. */
	publishing: Engine;
	/** Scans, imports, backfill. */
	bulk: Engine;
	/** Placement of the tables. */
	layout: Layout;
	/** Whether the engine runs in this process and can access its files. */
	isEmbedded: boolean;
	writtenSums: WrittenSums;
	/** Controls a separate server; undefined for the embedded engine, which is never down. */
	server: ServerControl | undefined;
	close(): Promise<void>;
}

/** Priorities of reads: a scan of years pauses while a user's few rows are read. */
const PRIORITIES = { requests: 1, publishing: 1, bulk: 2 } as const;

/** A folder for the embedded engine, or a ClickHouse server and the name of its cluster, if it belongs to one. */
type SeriesLocation = { path: string } | { url: string; cluster?: string | undefined };

/** Returns the server if one is configured, otherwise the folder. */
export function chooseSeriesLocation(path: string, url: string | undefined, cluster: string | undefined): SeriesLocation {
	return url === undefined ? { path } : { url, cluster };
}

export async function openSeries(location: SeriesLocation): Promise<Series> {
	const series = 'path' in location ? await openEmbeddedSeries(location.path) : openRemoteSeries(location);
	try {
		await migrateSeries(series.bulk, series.layout);
		return series;
	} catch (error) {
		await series.close();
		if ('path' in location || error instanceof StoreError) throw error;
		const { host, pathname } = new URL(location.url);
		const reason = error instanceof Error ? error.message : String(error);
		throw new StoreError('series_failed', `Couldn't use the series store at ${host}${pathname}: ${reason}. Check CLICKHOUSE_URL.`, {
			cause: error,
		});
	}
}

/** Imports the engine only when needed. A process that uses a server saves the engine's 140 MB of memory. */
async function openEmbeddedSeries(path: string): Promise<Series> {
	const { openEmbedded } = await import('./embedded-engine.ts').catch((cause: unknown) => {
		const machine = `${process.platform}-${process.arch}`;
		throw new StoreError(
			'series_failed',
			`The embedded series store can't be loaded on ${machine}: set CLICKHOUSE_URL to a ClickHouse server.`,
			{
				cause,
			},
		);
	});
	return Object.assign(openEmbedded(path, PRIORITIES), {
		layout: ONE_ENGINE,
		isEmbedded: true,
		writtenSums: createWrittenSums(),
		server: undefined,
	});
}

function openRemoteSeries({ url, cluster }: { url: string; cluster?: string | undefined }): Series {
	const layout = cluster === undefined ? ONE_ENGINE : clusterLayout({ name: cluster, database: databaseName(url) });
	const connections = openServer(url, PRIORITIES, layout.settings);
	return Object.assign(connections, { layout, isEmbedded: false, writtenSums: createWrittenSums(), server: connections });
}

/** Returns the database in the URL, decoded as ClickHouse's client does. */
function databaseName(url: string): string {
	return decodeURIComponent(new URL(url).pathname.slice(1)) || 'default';
}

/** Changes or empties a table on all servers; the statement is written for a single engine. */
export async function changeTable({ bulk, layout }: Series, statement: string): Promise<void> {
	for (const layoutStatement of layout.translateStatement(statement)) await bulk.run(layoutStatement);
}

const ROWS_PER_BLOCK = 200_000;
/** A slot of a large market has fewer rows; larger writes are imports or backfills. */
const MAX_SMALL_WRITE_ROWS = 150_000;

/** Inserts `count` rows in atomic blocks of at most 200,000. Small writes, as of a running market, don't wait for other writes or scans. */
export async function insertRows<C extends Columns>(
	series: Series,
	table: string,
	spec: C,
	columns: ColumnsOf<C>,
	count: number,
	connection = count <= MAX_SMALL_WRITE_ROWS ? series.publishing : series.bulk,
): Promise<void> {
	for (let from = 0; from < count; from += ROWS_PER_BLOCK) {
		const to = Math.min(count, from + ROWS_PER_BLOCK);
		await connection.write(table, spec, columns, from, to);
		series.writtenSums.add(table, spec, columns, from, to);
	}
}

function createWrittenSums(): WrittenSums {
	const batches = new Map<number, readonly DaySum[]>();
	return {
		add: (table, spec, columns, from, to) => {
			if (!isSummed(table) || to <= from) return;
			const batch = (columns['batch'] as Uint32Array)[from]!;
			const sums = mergeSums(batches.get(batch) ?? [], sumRows(table, spec, columns, from, to));
			batches.delete(batch);
			batches.set(batch, sums);
			const [oldest] = batches.keys();
			if (batches.size > MAX_BATCHES && oldest !== undefined) batches.delete(oldest);
		},
		findSums: (batch) => batches.get(batch),
	};
}
