import { entriesOf, listFiles, openFile } from '../../intake/files/archives/import-entries.ts';
import { DEFAULT_LIMITS } from '../../intake/files/archives/unpack-limits.ts';

/** Returns of one day: from the last close to 10:00, and over the last hour. */
export interface DayEdges {
	readonly morning: number[];
	readonly lastHour: number[];
	/** Of each of them, ISO. */
	readonly dates: readonly string[];
	readonly from: string;
	readonly to: string;
}

const LINE = /^(\d{8}) (\d\d):00,(\d+),\d+,\d+,(\d+),/;

/**
 * Reads hourly bars of one ticker in LEAN's layout: New York time, the bar of 09:00 begins at 09:30, prices times 10,000. Days without a bar at 09:00 and 15:00, such as
 * those of an early close, are left out.
 */
export async function readHours(path: string): Promise<DayEdges> {
	const days = new Map<string, Map<number, readonly [open: number, close: number]>>();
	for (const line of (await textOf(path)).split('\n')) {
		const [, date = '', hour, open, close] = LINE.exec(line) ?? [];
		if (date === '') continue;
		const day = days.get(date) ?? new Map();
		days.set(date, day.set(Number(hour), [Number(open), Number(close)]));
	}
	const edges = { morning: [] as number[], lastHour: [] as number[], dates: [] as string[] };
	let before: number | undefined;
	for (const date of [...days.keys()].sort()) {
		const day = days.get(date) as Map<number, readonly [number, number]>;
		const [first, last] = [day.get(9), day.get(15)];
		if (before !== undefined && first && last) {
			edges.morning.push(Math.log(first[1] / before));
			edges.dates.push(dated(date));
			edges.lastHour.push(Math.log(last[1] / last[0]));
		}
		before = [...day.entries()].sort(([a], [b]) => a - b).at(-1)?.[1][1];
	}
	if (edges.morning.length === 0)
		throw new Error(`${path} contains no hourly bars: expected lines such as 20210331 09:00,open,high,low,close,volume.`);
	return { ...edges, from: edges.dates[0] as string, to: edges.dates.at(-1) as string };
}

async function textOf(path: string): Promise<string> {
	const [file] = await listFiles(path);
	if (!file) throw new Error(`${path} contains no table.`);
	await using handle = await openFile(file);
	const { tables } = await entriesOf(file, handle, DEFAULT_LIMITS);
	const chunks: Uint8Array[] = [];
	for await (const chunk of tables[0]?.content() ?? []) chunks.push(chunk);
	return Buffer.concat(chunks).toString('utf8');
}

function dated(text: string): string {
	return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
}
