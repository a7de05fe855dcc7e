import { logPanel } from '@sw/domain/research/evidence/daily-panel';
import { liquidityTiers } from '@sw/domain/research/evidence/liquidity-tiers';
import { monthlyReversals, weeklyReversals } from '@sw/domain/research/evidence/replication';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { type Estimate, estimateMean, leastSquares } from '@sw/domain/statistics/least-squares';
import { nyse } from '@sw/domain/time/calendar';
import { readActions } from './read-actions.ts';
import { type DayEdges, readHours } from './read-hours.ts';
import { readPrices } from './read-prices.ts';

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
