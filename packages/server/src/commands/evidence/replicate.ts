import { computeLiquidityTiers, createLogPanel } from '@sw/domain/research/evidence/daily-panel';
import {
	type DayEdges,
	decideEffectVerdict,
	type EffectVerdict,
	type MeasuredEffect,
	measureDailyEffects,
	measureMarketEffects,
	PUBLISHED_EFFECTS,
} from '@sw/domain/research/evidence/published-effects';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { findEntries, listFiles, openFile } from '../../intake/files/archives/import-entries.ts';
import { DEFAULT_LIMITS } from '../../intake/files/archives/unpack.ts';
import { readActions, readPrices } from './read-market.ts';

/** A line of hourly bars: date and hour, open, high, low, close, volume. */
const HOURLY_LINE = /^(\d{8}) (\d\d):00,(\d+),\d+,\d+,(\d+),/;

/** Published effects that these data can't show, and why. */
const NOT_MEASURABLE = {
	end_of_day: 'needs intraday bars of many tickers over years',
	same_half_hour: 'needs the same',
	option_volume: 'needs option volume of many tickers',
	put_call: 'needs signed opening trades: cannot be replicated with public totals',
} as const;

const VERDICT_TEXTS: Readonly<Record<EffectVerdict, string>> = {
	agrees: 'agrees',
	weaker: 'weaker: the interval stays below the published size',
	opposite: 'opposite',
	undecided: 'undecided: the interval contains 0 and the published size',
	not_found: 'not found: the interval contains 0',
	no_effect: 'no effect found, as published',
	unexpected: 'an effect where none was published',
	not_measured: 'cannot be measured with this data',
};

const SORT_DIFFERENCE = 'fifths of all tickers above $50,000 a day, equal weights, next open to close, no costs';

/** Measures published effects on a folder of daily bars and a file of hourly bars of SPY. Returns a Markdown page. */
export async function replicate(folder: string, hourlyFile: string): Promise<string> {
	const prices = readPrices(folder, nyse);
	const { panel } = prices;
	const logs = createLogPanel(panel, readActions(folder, prices).eventsOf, PARAMETERS_V1.quarantineJump);
	const market = { panel, logs, tiers: computeLiquidityTiers(panel, PARAMETERS_V1) };
	return renderPage([...measureDailyEffects(market), ...measureMarketEffects(await readHours(hourlyFile))]);
}

function describeDifference({ effect, r2 }: MeasuredEffect): string {
	if (effect.startsWith('market')) return `last hour instead of last half-hour; R squared ${r2 === null ? 'n/a' : (100 * r2).toFixed(1)} %`;
	return effect.startsWith('monthly')
		? `volume against the three months before instead of turnover (shares aren't known); ${SORT_DIFFERENCE}`
		: SORT_DIFFERENCE;
}

function renderPage(rows: readonly MeasuredEffect[]): string {
	return [
		'# Replication of published effects',
		'',
		'Written by `npm run evidence -- replicate <daily bars> <hourly bars of SPY> docs/generated/replication.md`. Published effects lose about a third',
		'after publication (McLean and Pontiff 2016). Published: the direction that the authors report, with its size where a source for it was found (an',
		'R squared is compared as a correlation). An interval that contains 0 shows neither the effect nor its absence. n: weeks, months or days without',
		'overlap. Reversals: the return of the fifth of losers minus that of the fifth of winners.',
		'',
		'| Effect | Published | Here (95 %) | n | Span | Verdict | What differs |',
		'|---|---|---|---|---|---|---|',
		...rows.map((row) => {
			const { effect, found, span } = row;
			const { title, study, published, unit } = PUBLISHED_EFFECTS[effect];
			const resultText =
				found === null
					? 'n/a'
					: `${formatValue(found.value, unit)} (${found.interval.map((value) => formatValue(value, unit)).join(' to ')})`;
			const verdict = VERDICT_TEXTS[decideEffectVerdict(row)];
			return `| ${title} (${study}) | ${published} | ${resultText} | ${found?.n ?? 0} | ${span ? `${span.from} to ${span.to}` : ''} | ${verdict} | ${describeDifference(row)} |`;
		}),
		...Object.entries(NOT_MEASURABLE).map(([effect, reason]) => {
			const { title, study } = PUBLISHED_EFFECTS[effect as keyof typeof NOT_MEASURABLE];
			return `| ${title} (${study}) | | n/a | | | ${VERDICT_TEXTS.not_measured} | ${reason} |`;
		}),
		'',
	].join('\n');
}

function formatValue(value: number, unit: 'return' | 'slope'): string {
	return unit === 'return' ? `${(10_000 * value).toFixed(0)} bp` : value.toFixed(3);
}

/**
 * Reads hourly bars of one ticker in LEAN's layout: New York time, prices times 10,000, and the bar of 09:00 begins at 09:30. Leaves out days without bars at
 * 09:00 and 15:00, such as early closes.
 */
export async function readHours(path: string): Promise<DayEdges> {
	const days = new Map<string, Map<number, readonly [open: number, close: number]>>();
	for (const line of (await readText(path)).split('\n')) {
		const [, date = '', hour, open, close] = HOURLY_LINE.exec(line) ?? [];
		if (date === '') continue;
		const day = days.get(date) ?? new Map();
		days.set(date, day.set(Number(hour), [Number(open), Number(close)]));
	}
	const edges = { morning: [] as number[], last: [] as number[], dates: [] as string[] };
	let previousClose: number | undefined;
	for (const date of [...days.keys()].sort()) {
		const day = days.get(date) as Map<number, readonly [number, number]>;
		const [first, final] = [day.get(9), day.get(15)];
		if (previousClose !== undefined && first && final) {
			edges.morning.push(Math.log(first[1] / previousClose));
			edges.dates.push(isoDate(date));
			edges.last.push(Math.log(final[1] / final[0]));
		}
		previousClose = [...day.entries()].sort(([a], [b]) => a - b).at(-1)?.[1][1];
	}
	if (edges.morning.length === 0)
		throw new Error(`${path} contains no hourly bars: expected lines such as 20210331 09:00,open,high,low,close,volume.`);
	return edges;
}

async function readText(path: string): Promise<string> {
	const [file] = await listFiles(path);
	if (!file) throw new Error(`${path} contains no table.`);
	await using handle = await openFile(file);
	const { tables } = await findEntries(file, handle, DEFAULT_LIMITS);
	const chunks: Uint8Array[] = [];
	for await (const chunk of tables[0]?.content() ?? []) chunks.push(chunk);
	return Buffer.concat(chunks).toString('utf8');
}

function isoDate(text: string): string {
	return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
}
