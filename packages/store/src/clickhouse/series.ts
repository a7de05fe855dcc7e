import { migrateSeries } from './ddl.ts';
import type { Engine } from './engine.ts';
import { openServer, type ServerLines } from './http-engine.ts';
import { clusterLayout, type Layout, ONE_ENGINE } from './layout.ts';
import type { Columns, ColumnsOf } from './native.ts';
import { createWrittenSums, type WrittenSums } from './written-sums.ts';

/** The series store: three lines, so that a visitor's read waits neither for a publication nor for a scan of years. */
export interface Series {
	/** Point reads for requests. */
	requests: Engine;
	/** Small writes of the running market, and reads of fresh reports. */
	publishing: Engine;
	/** Scans, imports, backfill. */
	bulk: Engine;
	/** How the tables lie. */
	layout: Layout;
	/** Whether the engine runs in this process and sees its files. */
	isEmbedded: boolean;
	/** What was written of batches that are not committed yet. */
	written: WrittenSums;
	/** Of a server of its own; the embedded engine is never away. */
	server: ServerLines | undefined;
	close(): Promise<void>;
}

/** Whose reads go first: a scan of years pauses while a reader's few rows are fetched. */
const PRIORITIES = { requests: 1, publishing: 1, bulk: 2 } as const;

/** A folder for the embedded engine, or a ClickHouse server and, where it is one of several, the name of their cluster. */
type SeriesPlace = { path: string } | { url: string; cluster?: string | undefined };

/** The folder, unless a server is named. */
export const seriesPlace = (path: string, url: string | undefined, cluster: string | undefined): SeriesPlace =>
	url === undefined ? { path } : { url, cluster };

export const openSeries = async (where: SeriesPlace): Promise<Series> => {
	const series = 'path' in where ? await embedded(where.path) : remote(where);
	try {
		await migrateSeries(series.bulk, series.layout);
		return series;
	} catch (error) {
		await series.close();
		throw error;
	}
};

/** The engine is read when it is needed: it is 140 MB in memory, which a process that comes to a server does not need. */
const embedded = async (path: string): Promise<Series> => {
	const { openEmbedded } = await import('./embedded-engine.ts');
	return Object.assign(openEmbedded(path, PRIORITIES), {
		layout: ONE_ENGINE,
		isEmbedded: true,
		written: createWrittenSums(),
		server: undefined,
	});
};

/** The database that the URL names, as the client takes it. */
const databaseIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1)) || 'default';

const remote = ({ url, cluster }: { url: string; cluster?: string | undefined }): Series => {
	const layout = cluster === undefined ? ONE_ENGINE : clusterLayout({ name: cluster, database: databaseIn(url) });
	const lines = openServer(url, PRIORITIES, layout.settings);
	return Object.assign(lines, { layout, isEmbedded: false, written: createWrittenSums(), server: lines });
};

/** Changes or empties a table, as written for one engine, wherever its rows lie. */
export const change = async ({ bulk, layout }: Series, statement: string): Promise<void> => {
	for (const each of layout.statements(statement)) await bulk.run(each);
};

const ROWS_PER_BLOCK = 200_000;
/** A slot of a large market is smaller; what is larger is an import or a backfill. */
const SMALL_WRITE = 150_000;

/** Adds `count` rows in blocks of at most 200,000, each all or none. What a running market writes does not wait for what else is written or scanned. */
export const insertRows = async <C extends Columns>(
	series: Series,
	table: string,
	spec: C,
	columns: ColumnsOf<C>,
	count: number,
	line = count <= SMALL_WRITE ? series.publishing : series.bulk,
): Promise<void> => {
	for (let from = 0; from < count; from += ROWS_PER_BLOCK) {
		const to = Math.min(count, from + ROWS_PER_BLOCK);
		await line.write(table, spec, columns, from, to);
		series.written.add(table, spec, columns, from, to);
	}
};
