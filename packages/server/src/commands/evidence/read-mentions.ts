import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { HOUR } from '@sw/domain/time/units';

/** Mentions by hour, without retweets: index i of `counts` is the hour that starts at `first` + i hours. */
export interface HourlyMentions {
	first: number;
	counts: Float64Array;
}

/** Tables of posts (symbol, created_at_utc, is_retweet) or counts of one symbol by instant (Twitter_volume_<symbol>: timestamp, value). */
export function readMentions(folder: string): Map<string, HourlyMentions> {
	const found = new Map<string, HourlyMentions>();
	for (const file of readdirSync(folder).sort()) {
		const series = /^Twitter_volume_(\w+)\.csv(?:\.gz)?$/.exec(file)?.[1];
		const isPosts = /^tweets\.csv(?:\.gz)?$/.test(file);
		if (!series && !isPosts) continue;
		const lines = linesOf(join(folder, file)).map((line) => line.split(','));
		const rows = series
			? lines.map(([at = '', value]) => [series, Date.parse(`${at.replace(' ', 'T')}Z`), Number(value)] as const)
			: lines.filter((row) => row[3] === '0').map(([symbol = '', at = '']) => [symbol, Date.parse(at), 1] as const);
		for (const [symbol, hours] of gathered(rows)) found.set(symbol, hours);
	}
	if (found.size === 0) throw new Error(`${folder} contains no mentions: expected tweets.csv.gz or Twitter_volume_<symbol>.csv.gz.`);
	return found;
}

/** Sums of posts or counts by hour. A file covers its symbols from its first hour to its last. */
function gathered(rows: Iterable<readonly [symbol: string, ms: number, count: number]>): Map<string, HourlyMentions> {
	const cells = new Map<string, Map<number, number>>();
	let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const [symbol, ms, count] of rows) {
		if (Number.isNaN(ms) || !Number.isFinite(count)) continue;
		const hour = Math.floor(ms / HOUR);
		const ofSymbol = cells.get(symbol) ?? new Map<number, number>();
		cells.set(symbol, ofSymbol.set(hour, (ofSymbol.get(hour) ?? 0) + count));
		first = Math.min(first, hour);
		last = Math.max(last, hour);
	}
	return new Map(
		[...cells].map(([symbol, hours]) => {
			const counts = new Float64Array(last - first + 1);
			for (const [hour, count] of hours) counts[hour - first] = count;
			return [symbol, { first: first * HOUR, counts }];
		}),
	);
}

function linesOf(path: string): string[] {
	const bytes = readFileSync(path);
	return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n').slice(1);
}
