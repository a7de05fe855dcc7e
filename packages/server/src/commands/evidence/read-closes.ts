import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';

/** Logarithms of adjusted closes: session s of row r at s * rows + r; NaN where missing. */
export interface Closes {
	readonly symbols: readonly string[];
	readonly sessions: readonly Session[];
	readonly logs: Float64Array;
}

/** Reads a folder with one file for each symbol: Date, Open, High, Low, Close, Adj Close, Volume. */
export function readCloses(folder: string, calendar: Calendar): Closes {
	const files = readdirSync(folder).flatMap((file) => {
		const symbol = /^([A-Z][A-Z.-]*)\.csv(?:\.gz)?$/.exec(file)?.[1];
		return symbol ? [{ file, symbol }] : [];
	});
	if (files.length === 0)
		throw new Error(`${folder} contains no daily bars: expected <SYMBOL>.csv.gz files with the columns Date and Adj Close.`);
	const byDate = files.map(({ file }) => {
		const bytes = readFileSync(join(folder, file));
		const [head = '', ...lines] = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
		const columns = head.trim().split(',');
		const [date, close] = [columns.indexOf('Date'), columns.indexOf('Adj Close')];
		if (date < 0 || close < 0) throw new Error(`${file} has no columns Date and Adj Close.`);
		return new Map(lines.map((line) => line.split(',')).map((row) => [row[date] ?? '', Number(row[close])]));
	});
	const dates = [...new Set(byDate.flatMap((days) => [...days.keys()]))].filter((date) => /^\d{4}-\d{2}-\d{2}$/.test(date)).sort();
	const sessions = calendar.sessionsBetween(exchangeDate(dates[0] as string), exchangeDate(dates.at(-1) as string));
	const logs = new Float64Array(sessions.length * files.length).fill(Number.NaN);
	sessions.forEach((session, s) => {
		byDate.forEach((days, row) => {
			const close = days.get(session.date);
			if (close !== undefined && close > 0) logs[s * files.length + row] = Math.log(close);
		});
	});
	return { symbols: files.map(({ symbol }) => symbol), sessions, logs };
}
