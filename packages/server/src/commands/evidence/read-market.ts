import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createDailyPanel, type DailyPanel, type RowEvents } from '@sw/domain/research/evidence/daily-panel';
import type { Calendar } from '@sw/domain/time/calendar';
import { exchangeDate, tickerId } from '@sw/domain/time/units';

const PRICE_COLUMNS = ['symbol', 'date', 'open', 'close', 'volume'] as const;

export interface Prices {
	panel: DailyPanel;
	/** Row of the panel by symbol. */
	rowOf: ReadonlyMap<string, number>;
	/** Number of rows read. */
	rowsRead: number;
	/** Number of rows left out, because there was no session that day or a price isn't above zero. */
	rowsRejected: number;
}

/** Reads all prices-*.csv(.gz) of a folder: unadjusted daily bars. Throws an Error whose message is meant for the user. */
export function readPrices(folder: string, calendar: Calendar): Prices {
	const files = readdirSync(folder)
		.filter((name) => /^prices.*\.csv(\.gz)?$/.test(name))
		.sort();
	if (files.length === 0) throw new Error(`${folder} has no file prices-*.csv or prices-*.csv.gz.`);
	const rowOf = new Map<string, number>();
	const dates = new Map<string, number>();
	const panelRows: number[] = [];
	const dateIndexes: number[] = [];
	const numbers: number[] = [];
	const indexOf = (map: Map<string, number>, key: string): number => {
		const existing = map.get(key);
		if (existing !== undefined) return existing;
		map.set(key, map.size);
		return map.size - 1;
	};
	for (const file of files)
		forEachRow(folder, file, PRICE_COLUMNS, ([symbol = '', date = '', open, close, volume]) => {
			panelRows.push(indexOf(rowOf, symbol));
			dateIndexes.push(indexOf(dates, date));
			numbers.push(Number(open), Number(close), Number(volume));
		});

	const [from, to] = [...dates.keys()].sort().filter((_, i, all) => i === 0 || i === all.length - 1) as [string, string?];
	const sessions = calendar.sessionsBetween(exchangeDate(from ?? ''), exchangeDate(to ?? from ?? ''));
	const sessionIndex = new Map(sessions.map(({ date }, index) => [date as string, index]));
	const sessionOf = Int32Array.from(dates.keys(), (date) => sessionIndex.get(date) ?? -1);
	const panel = createDailyPanel(
		rowOf.size,
		sessions.map(({ date }) => date),
		Uint8Array.from(sessions, ({ slots }) => slots),
	);
	let rowsRejected = 0;
	panelRows.forEach((row, i) => {
		const session = sessionOf[dateIndexes[i]!]!;
		const [open, close, volume] = numbers.slice(3 * i, 3 * i + 3) as [number, number, number];
		if (session < 0 || !(open > 0 && close > 0 && volume >= 0)) rowsRejected++;
		else if (volume > 0) {
			const at = row * sessions.length + session;
			panel.open[at] = open;
			panel.close[at] = close;
			panel.volume[at] = volume;
		}
	});
	return { panel, rowOf, rowsRead: panelRows.length, rowsRejected };
}

/** Calls `onRow` for every data row of a plain or gzipped CSV file, with its fields in the order of `requiredColumns`. */
export function forEachRow(
	folder: string,
	file: string,
	requiredColumns: readonly string[],
	onRow: (fields: readonly string[]) => void,
): void {
	const bytes = readFileSync(join(folder, file));
	const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
	const columnIndexes = findColumns(file, lines[0] ?? '', requiredColumns);
	for (let line = 1; line < lines.length; line++) {
		if (!lines[line]) continue;
		const fields = lines[line]!.split(',');
		onRow(columnIndexes.map((place) => fields[place] ?? ''));
	}
}

/** Finds the positions of the required columns in a header line. */
function findColumns(file: string, header: string, requiredColumns: readonly string[]): number[] {
	const names = header.trim().split(',');
	const columnIndexes = requiredColumns.map((name) => names.indexOf(name));
	if (columnIndexes.includes(-1))
		throw new Error(`${file}: expected a header with the columns ${requiredColumns.join(', ')}, found '${header.trim()}'.`);
	return columnIndexes;
}

const ACTIONS_FILE = 'corporate_actions_derived.csv';

interface Actions {
	eventsOf(row: number): RowEvents | undefined;
	splits: number;
	dividends: number;
	/** Number of split candidates that the prices contradict: adjusting for them would make the overnight return larger. */
	contradicted: number;
}

/**
 * Reads splits and distributions that were derived from a vendor's adjusted closes. The derived events are only candidates, so a split is accepted only if it
 * explains the prices. Without the file, there are no events, and tickers with large splits end in quarantine.
 */
export function readActions(folder: string, { panel, rowOf }: Pick<Prices, 'panel' | 'rowOf'>): Actions {
	const events = new Map<number, { splits: RowEvents['splits'][number][]; dividends: RowEvents['dividends'][number][] }>();
	const tally = { splits: 0, dividends: 0, contradicted: 0 };
	const path = join(folder, ACTIONS_FILE);
	const [header = '', ...lines] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
	const names = header.trim().split(',');
	const sessionOf = new Map(panel.dates.map((date, session) => [date, session]));
	for (const line of lines) {
		const fields = line.split(',');
		const field = (name: string): string => fields[names.indexOf(name)] ?? '';
		const row = rowOf.get(field('symbol'));
		const date = exchangeDate(field('ex_date'));
		const session = sessionOf.get(date);
		const [factor, previousClose, open] = [field('factor'), field('prev_close'), field('ex_open')].map(Number) as [number, number, number];
		if (row === undefined || session === undefined || !(factor > 0 && previousClose > 0)) continue;
		const rowEvents = events.get(row) ?? { splits: [], dividends: [] };
		events.set(row, rowEvents);
		const id = tickerId(row);
		if (field('kind') === 'split_candidate') {
			const ratio = Number(field('ratio_new')) / Number(field('ratio_old')) || 1 / factor;
			const jump = Math.log(open / previousClose);
			if (Math.abs(jump + Math.log(ratio)) < Math.abs(jump)) {
				rowEvents.splits.push({ tickerId: id, date, ratio, session });
				tally.splits++;
			} else tally.contradicted++;
		} else if (factor < 1) {
			rowEvents.dividends.push({ tickerId: id, exDate: date, amount: previousClose * (1 - factor), session });
			tally.dividends++;
		}
	}
	return { eventsOf: (row) => events.get(row), ...tally };
}
