/**
 * `npm run faults -- vendors [seeds]`: each vendor's fake, with its rate limit, pagination, delay and the irregularities of a seed, through two
 * trading days; twenty seeds. The days run on a clock that jumps to the next timer whenever no request is in progress, many thousand times faster
 * than real time. No slot may be lost, no minute may have more requests than the limit, no outage may be logged or last longer than a minute (two
 * after a 429 without Retry-After), and the reports must equal those of the same days without irregularities.
 */
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { isOutage, type Oddity, odditiesOf } from '@sw/server/intake/testing/oddities';
import type { RealisticVendor } from '@sw/server/intake/testing/realistic-vendor';
import { delayOf, liveThrough, type SimulatedDays } from '@sw/server/intake/testing/two-days';
import { VENDOR_KINDS, type VendorKind } from '@sw/server/intake/testing/vendor-kinds';
import { reportsOf } from './checks/vendor-reports.ts';
import { seededRandom } from './seeded.ts';

const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG', 'HHH', 'III', 'JJJ', 'KKK', 'LLL'];
const BEFORE = nyse.sessionsBetween(exchangeDate('2025-01-02'), exchangeDate('2025-01-13'));
const LIVED = nyse.sessionsBetween(exchangeDate('2025-01-14'), exchangeDate('2025-01-15'));
const MINUTE = 60_000;

export interface OutageFacts {
	kinds: string[];
	/** With 429 without Retry-After: waits of one minute, then two. */
	isUnreported: boolean;
	/** Milliseconds between the first affected request and its logging; undefined if it ended before any caller had to wait a minute. */
	reported: number | undefined;
	/** Milliseconds between its end and the vendor's next successful answer, if a caller was waiting. */
	over: number | undefined;
}

export interface VendorResult {
	problems: string[];
	slots: number;
	optionSlots: number;
	busiest: number;
	outages: OutageFacts[];
}

/** Returns the failures. */
export async function vendors(seeds: number, log: (line: string) => void): Promise<string[]> {
	const problems: string[] = [];
	let first: string[] | undefined;
	for (const kind of VENDOR_KINDS) {
		const began = performance.now();
		const without = await liveThrough({ kind, symbols: SYMBOLS, before: BEFORE, lived: LIVED, oddities: [], overnight: overnight(kind) });
		const clean = reportsOf(without);
		log(`${kind.name}, no oddities: ${clean.length} reports, option sums of ${without.optionSlots} slots`);
		// All fakes serve the same market.
		first ??= clean;
		const otherwise = clean.filter((hash, i) => hash !== first?.[i]).length;
		if (otherwise > 0) problems.push(`${kind.name}: ${otherwise} reports are other ones than another vendor’s`);
		const results: VendorResult[] = [];
		for (let seed = 1; seed <= seeds; seed++) {
			const result = await checkOne(kind, seed, clean);
			results.push(result);
			for (const problem of result.problems) log(`PROBLEM ${kind.name}, seed ${seed}: ${problem}`);
			problems.push(...result.problems.map((problem) => `${kind.name}, seed ${seed}: ${problem}`));
		}
		const outages = results.flatMap((result) => result.outages);
		const took = ((performance.now() - began) / 1000).toFixed(0);
		log(
			`${kind.name}, ${seeds} seeds in ${took} s: ${results.reduce((sum, { slots }) => sum + slots, 0)} slots, ${outages.length} outages met`,
		);
		const [silent, reported] = [outages.filter(({ isUnreported }) => isUnreported), outages.filter(({ isUnreported }) => !isUnreported)];
		log(
			`  reported: ${seconds(outages.map(({ reported }) => reported))}; over after their end: ${seconds(reported.map(({ over }) => over))}`,
		);
		log(`  over after a 429 without Retry-After: ${seconds(silent.map(({ over }) => over))}`);
		log(
			`  busiest minute ${Math.max(...results.map(({ busiest }) => busiest))} requests; option sums of ${results.reduce((sum, { optionSlots }) => sum + optionSlots, 0)} slots`,
		);
	}
	return problems;
}

function seconds(values: readonly (number | undefined)[]): string {
	const known = values.filter((value) => value !== undefined).sort((a, b) => a - b);
	const at = (part: number): string => `${Math.round((known[Math.min(known.length - 1, Math.floor(known.length * part))] ?? 0) / 1000)}`;
	return known.length === 0 ? 'none' : `${known.length}, median ${at(0.5)} s, longest ${at(1)} s`;
}

/** On the second day, one symbol splits four to one, and one is renamed if the vendor reports renames. */
function overnight({ name }: VendorKind) {
	return ({ market }: RealisticVendor, session: Session): void => {
		if (session !== LIVED[1]) return;
		market.splits.push({ symbol: 'BBB', date: session.date, ratio: 4, isReal: true });
		if (name !== 'alpaca') return;
		market.renames.push({ before: 'FFF', after: 'FNEW', date: session.date });
		market.symbols[market.symbols.indexOf('FFF')] = 'FNEW';
	};
}

async function checkOne(kind: VendorKind, seed: number, clean: readonly string[]): Promise<VendorResult> {
	const oddities = odditiesOf(LIVED, delayOf(kind), seededRandom(seed * 31 + kind.name.length));
	const days = await liveThrough({ kind, symbols: SYMBOLS, before: BEFORE, lived: LIVED, oddities, overnight: overnight(kind) });
	const problems: string[] = [];
	const slots = days.steps.filter(({ name }) => name.startsWith('slot ')).length;
	const expected = LIVED.reduce((sum, session) => sum + session.slots, 0);
	if (slots !== expected) problems.push(`${slots} of ${expected} slots came; the last word was: ${days.reported.at(-1)?.message}`);
	const busiest = days.vendor.busiest();
	if (busiest > days.limit) problems.push(`${busiest} requests in a minute, ${days.limit} are allowed`);
	const outages = factsOf(oddities, days);
	for (const { kinds, isUnreported, reported, over } of outages) {
		if (reported !== undefined && reported > MINUTE)
			problems.push(`an outage (${kinds}) was logged after ${Math.round(reported / 1000)} s`);
		if (over !== undefined && over > (isUnreported ? 2 * MINUTE : MINUTE))
			problems.push(`an outage (${kinds}) was over ${Math.round(over / 1000)} s after its end`);
	}
	if (slots === expected) {
		const reports = reportsOf(days);
		const differing = reports.filter((hash, i) => hash !== clean[i]).length;
		if (differing > 0 || reports.length !== clean.length)
			problems.push(`${differing} of ${clean.length} reports are other ones than without oddities`);
	}
	return { problems, slots, optionSlots: days.optionSlots, busiest, outages };
}

function factsOf(oddities: readonly Oddity[], days: SimulatedDays): OutageFacts[] {
	return outagesOf(oddities).flatMap(({ from, until, kinds }): OutageFacts[] => {
		const first = days.vendor.struck.find(({ oddity, at }) => isOutage(oddity) && at >= from && at < until)?.at;
		// There was no request during the outage.
		if (first === undefined) return [];
		const received = days.reported.find(({ at }) => at >= first)?.at ?? Number.POSITIVE_INFINITY;
		const good = days.vendor.answered.find((at) => at >= first);
		const isShort = good !== undefined && good - first <= MINUTE;
		const isWaiting = days.steps.some(({ due, done }) => due < until && done >= until);
		const next = days.vendor.answered.find((at) => at >= until);
		const isUnreported = kinds.includes('limited-silently');
		return [
			{
				kinds,
				isUnreported,
				reported: isShort ? undefined : received - first,
				over: isWaiting && next !== undefined ? next - until : undefined,
			},
		];
	});
}

/** Outages less than a minute apart count as one: possibly no request was made in between. */
function outagesOf(oddities: readonly Oddity[]): { from: number; until: number; kinds: string[] }[] {
	const merged: { from: number; until: number; kinds: string[] }[] = [];
	for (const { kind, from, until } of oddities.filter(isOutage).toSorted((a, b) => a.from - b.from)) {
		const last = merged.at(-1);
		if (!last || from > last.until + MINUTE) merged.push({ from, until, kinds: [kind] });
		else {
			last.until = Math.max(last.until, until);
			last.kinds.push(kind);
		}
	}
	return merged;
}
