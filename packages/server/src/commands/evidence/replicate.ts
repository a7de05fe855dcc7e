import { logPanel } from '@sw/domain/research/evidence/daily-panel';
import { liquidityTiers } from '@sw/domain/research/evidence/liquidity-tiers';
import { monthlyReversals, weeklyReversals } from '@sw/domain/research/evidence/replication';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { type Estimate, estimateMean, leastSquares } from '@sw/domain/statistics/least-squares';
import { nyse } from '@sw/domain/time/calendar';
import { entriesOf, listFiles, openFile } from '../../intake/files/archives/import-entries.ts';
import { DEFAULT_LIMITS } from '../../intake/files/archives/unpack-limits.ts';
import { readActions } from './read-actions.ts';
import { readPrices } from './read-prices.ts';

/** Returns of one day: from the last close to 10:00, and over the last hour. */
interface DayEdges {
	readonly morning: number[];
	readonly lastHour: number[];
	/** Of each of them, ISO. */
	readonly dates: readonly string[];
	readonly from: string;
	readonly to: string;
}

const LINE = /^(\d{8}) (\d\d):00,(\d+),\d+,\d+,(\d+),/;

interface Replication {
	readonly effect: string;
	readonly published: string;
	/** Sign of the published effect; 0: none was found. */
	readonly sign: -1 | 0 | 1;
	readonly found: Estimate | null;
	readonly unit: 'bp' | 'slope';
	readonly span: string;
	readonly differs: string;
}

/** Published effects that these data can't show, and why. */
const IMPOSSIBLE = [
	['End-of-day reversal (Soebhag, Baltussen and Da 2024)', 'needs intraday bars of many tickers over years'],
	['Continuation at the same half-hour (Heston, Korajczyk and Sadka 2010)', 'needs the same'],
	['Option to stock volume (Johnson and So 2012)', 'needs option volume of many tickers'],
	['Put/call ratio (Pan and Poteshman 2006)', 'needs signed opening trades: cannot be replicated with public totals'],
] as const;

/** Measures published effects on a folder of daily bars and a file of hourly bars of SPY; returns the page in Markdown. */
export async function replicate(folder: string, hours: string): Promise<string> {
	const prices = readPrices(folder, nyse);
	const { panel } = prices;
	const logs = logPanel(panel, readActions(folder, prices).eventsOf, PARAMETERS_V1.quarantineJump);
	const market = { panel, logs, tiers: liquidityTiers(panel, PARAMETERS_V1) };
	const weeks = weeklyReversals(market);
	const months = monthlyReversals(market);
	const span = `${panel.dates[0]} to ${panel.dates.at(-1)}`;
	const sorted = 'fifths of all tickers above $50,000 a day, equal weights, next open to close, no costs';
	const monthly = `volume against the three months before instead of turnover (shares aren't known); ${sorted}`;
	return page([
		{
			effect: 'Weekly reversal of moves between open and close (Miwa 2018)',
			published: 'losers earn more',
			sign: 1,
			found: estimateMean(weeks.intraday),
			unit: 'bp',
			span,
			differs: sorted,
		},
		{
			effect: 'Weekly reversal of overnight moves (Miwa 2018)',
			published: 'weaker, or none',
			sign: 0,
			found: estimateMean(weeks.overnight),
			unit: 'bp',
			span,
			differs: sorted,
		},
		{
			effect: 'Monthly reversal at low turnover (Medhat and Schmeling 2022)',
			published: 'losers earn more',
			sign: 1,
			found: estimateMean(months.low),
			unit: 'bp',
			span,
			differs: monthly,
		},
		{
			effect: 'Monthly momentum at high turnover (Medhat and Schmeling 2022)',
			published: 'losers earn less',
			sign: -1,
			found: estimateMean(months.high),
			unit: 'bp',
			span,
			differs: monthly,
		},
		...momentum(await readHours(hours)),
	]);
}

/** The whole span, and what came after the published one. */
function momentum({ morning, lastHour, from, to, dates }: DayEdges): Replication[] {
	const after = dates.findIndex((date) => date >= '2014-01-01');
	const rows: Replication[] = [];
	for (const [name, start, begins] of [
		['', 0, from],
		[', after the published span', after, dates[after] ?? to],
	] as const) {
		const line = start < 0 ? null : leastSquares(morning.slice(start), lastHour.slice(start));
		rows.push({
			effect: `Market intraday momentum${name} (Gao, Han, Li and Zhou 2018)`,
			published: 'slope above 0, 1993-2013',
			sign: 1,
			found: line?.slope ?? null,
			unit: 'slope',
			span: `${begins} to ${to}`,
			differs: `last hour instead of last half-hour; R squared ${line ? (100 * line.r2).toFixed(1) : 'n/a'} %`,
		});
	}
	return rows;
}

function page(rows: readonly Replication[]): string {
	return [
		'# Replication of published effects',
		'',
		'Written by `npm run evidence -- replicate <daily bars> <hourly bars of SPY> docs/generated/replication.md`. Published effects lose about a third',
		'after publication (McLean and Pontiff 2016). Published: the direction that the authors report. An interval that contains 0 shows neither the effect',
		'nor its absence. n: weeks, months or days without overlap. Reversals: the return of the fifth of losers minus that of the fifth of winners.',
		'',
		'| Effect | Published | Here (95 %) | n | Span | Verdict | What differs |',
		'|---|---|---|---|---|---|---|',
		...rows.map(({ effect, published, found, unit, span, differs, sign }) => {
			const shown =
				found === null ? 'n/a' : `${shownAs(found.value, unit)} (${found.interval.map((value) => shownAs(value, unit)).join(' to ')})`;
			return `| ${effect} | ${published} | ${shown} | ${found?.n ?? 0} | ${span} | ${verdictOf(found, sign)} | ${differs} |`;
		}),
		...IMPOSSIBLE.map(([effect, why]) => `| ${effect} | | n/a | | | cannot be measured with this data | ${why} |`),
		'',
	].join('\n');
}

function shownAs(value: number, unit: Replication['unit']): string {
	return unit === 'bp' ? `${(10_000 * value).toFixed(0)} bp` : value.toFixed(3);
}

/** 'agrees' only where the interval leaves 0 out on the published side. */
export function verdictOf(found: Pick<Estimate, 'interval'> | null, sign: Replication['sign']): string {
	if (found === null) return 'cannot be measured with this data';
	const [low, high] = found.interval;
	if (low <= 0 && high >= 0) return sign === 0 ? 'no effect found, as published' : 'not found: the interval contains 0';
	const own = low > 0 ? 1 : -1;
	return sign === 0 ? 'an effect where none was published' : own === sign ? 'agrees' : 'opposite';
}

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
