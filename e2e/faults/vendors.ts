/**
 * `npm run faults -- vendors [seeds]`: runs each vendor's fake, with its rate limit, pagination, delay and the irregularities of a seed, through two
 * trading days; twenty seeds. The days run on a clock that jumps to the next timer whenever no request is in progress, many thousand times faster
 * than real time. No slot may be lost, and no minute may have more requests than the limit. An outage must be logged within a minute of its start, and
 * requests must succeed again within a minute of its end (two after a 429 without Retry-After). The reports must equal those of the same days without
 * irregularities.
 */
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { createOddities, isOutage, type Oddity } from '@sw/server/intake/testing/oddities';
import type { RealisticVendor } from '@sw/server/intake/testing/realistic-vendor';
import { chooseDelayMs, type LiveRunResult, runLiveSessions } from '@sw/server/intake/testing/two-days';
import { VENDOR_KINDS, type VendorKind } from '@sw/server/intake/testing/vendor-kinds';
import { hashReports } from './checks/vendor-reports.ts';
import { createSeededRandom } from './seeded.ts';

const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG', 'HHH', 'III', 'JJJ', 'KKK', 'LLL'];
const PAST_SESSIONS = nyse.sessionsBetween(exchangeDate('2025-01-02'), exchangeDate('2025-01-13'));
const LIVE_SESSIONS = nyse.sessionsBetween(exchangeDate('2025-01-14'), exchangeDate('2025-01-15'));
const MINUTE = 60_000;

export interface OutageFacts {
	kinds: string[];
	/** Whether the vendor answers 429 without Retry-After: callers then wait one minute, then two. */
	lacksRetryAfter: boolean;
	/** Milliseconds between the first affected request and its logging; undefined if it ended before any caller had to wait a minute. */
	loggedAfterMs: number | undefined;
	/** Milliseconds between its end and the vendor's next successful answer, if a caller was waiting. */
	recoveryMs: number | undefined;
}

export interface VendorResult {
	problems: string[];
	slots: number;
	optionSlots: number;
	busiest: number;
	outages: OutageFacts[];
}

/** Runs the days of each vendor once for each seed. Returns the failures. */
export async function runVendors(seeds: number, log: (line: string) => void): Promise<string[]> {
	const problems: string[] = [];
	let first: string[] | undefined;
	for (const kind of VENDOR_KINDS) {
		const startedAt = performance.now();
		const cleanDays = await runLiveSessions({
			kind,
			symbols: SYMBOLS,
			historySessions: PAST_SESSIONS,
			liveSessions: LIVE_SESSIONS,
			oddities: [],
			changeOvernight: createOvernightChanges(kind),
		});
		const cleanHashes = hashReports(cleanDays);
		log(`${kind.name}, no oddities: ${cleanHashes.length} reports, option sums of ${cleanDays.optionSlots} slots`);
		// All fakes serve the same market.
		first ??= cleanHashes;
		const differing = cleanHashes.filter((hash, i) => hash !== first?.[i]).length;
		if (differing > 0) problems.push(`${kind.name}: ${differing} reports differ from another vendor’s`);
		const results: VendorResult[] = [];
		for (let seed = 1; seed <= seeds; seed++) {
			const result = await checkSeed(kind, seed, cleanHashes);
			results.push(result);
			for (const problem of result.problems) log(`PROBLEM ${kind.name}, seed ${seed}: ${problem}`);
			problems.push(...result.problems.map((problem) => `${kind.name}, seed ${seed}: ${problem}`));
		}
		const outages = results.flatMap((result) => result.outages);
		const elapsedSeconds = ((performance.now() - startedAt) / 1000).toFixed(0);
		log(
			`${kind.name}, ${seeds} seeds in ${elapsedSeconds} s: ${results.reduce((sum, { slots }) => sum + slots, 0)} slots, ${outages.length} outages met`,
		);
		const [silentOutages, otherOutages] = [
			outages.filter(({ lacksRetryAfter }) => lacksRetryAfter),
			outages.filter(({ lacksRetryAfter }) => !lacksRetryAfter),
		];
		log(
			`  logged after: ${formatSeconds(outages.map(({ loggedAfterMs }) => loggedAfterMs))}; recovered after their end: ${formatSeconds(otherOutages.map(({ recoveryMs }) => recoveryMs))}`,
		);
		log(`  recovered after a 429 without Retry-After: ${formatSeconds(silentOutages.map(({ recoveryMs }) => recoveryMs))}`);
		log(
			`  busiest minute ${Math.max(...results.map(({ busiest }) => busiest))} requests; option sums of ${results.reduce((sum, { optionSlots }) => sum + optionSlots, 0)} slots`,
		);
	}
	return problems;
}

function formatSeconds(values: readonly (number | undefined)[]): string {
	const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
	const formatQuantile = (fraction: number): string =>
		`${Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0) / 1000)}`;
	return sorted.length === 0 ? 'none' : `${sorted.length}, median ${formatQuantile(0.5)} s, longest ${formatQuantile(1)} s`;
}

/** On the second day, one symbol splits four to one, and one is renamed if the vendor reports renames. */
function createOvernightChanges({ name }: VendorKind) {
	return ({ market }: RealisticVendor, session: Session): void => {
		if (session !== LIVE_SESSIONS[1]) return;
		market.splits.push({ symbol: 'BBB', date: session.date, ratio: 4, changesPrices: true });
		if (name !== 'alpaca') return;
		market.renames.push({ before: 'FFF', after: 'FNEW', date: session.date });
		market.symbols[market.symbols.indexOf('FFF')] = 'FNEW';
	};
}

async function checkSeed(kind: VendorKind, seed: number, cleanHashes: readonly string[]): Promise<VendorResult> {
	const oddities = createOddities(LIVE_SESSIONS, chooseDelayMs(kind), createSeededRandom(seed * 31 + kind.name.length));
	const days = await runLiveSessions({
		kind,
		symbols: SYMBOLS,
		historySessions: PAST_SESSIONS,
		liveSessions: LIVE_SESSIONS,
		oddities,
		changeOvernight: createOvernightChanges(kind),
	});
	const problems: string[] = [];
	const slots = days.steps.filter(({ name }) => name.startsWith('slot ')).length;
	const expected = LIVE_SESSIONS.reduce((sum, session) => sum + session.slots, 0);
	if (slots !== expected) problems.push(`${slots} of ${expected} slots came; the last log line was: ${days.warnings.at(-1)?.message}`);
	const busiest = days.vendor.busiest();
	if (busiest > days.limit) problems.push(`${busiest} requests in a minute, ${days.limit} are allowed`);
	const outages = collectFacts(oddities, days);
	for (const { kinds, lacksRetryAfter, loggedAfterMs, recoveryMs } of outages) {
		if (loggedAfterMs !== undefined && loggedAfterMs > MINUTE)
			problems.push(`an outage (${kinds}) was logged after ${Math.round(loggedAfterMs / 1000)} s`);
		if (recoveryMs !== undefined && recoveryMs > (lacksRetryAfter ? 2 * MINUTE : MINUTE))
			problems.push(`an outage (${kinds}) was over only ${Math.round(recoveryMs / 1000)} s after its end`);
	}
	if (slots === expected) {
		const reports = hashReports(days);
		const differing = reports.filter((hash, i) => hash !== cleanHashes[i]).length;
		if (differing > 0 || reports.length !== cleanHashes.length)
			problems.push(`${differing} of ${cleanHashes.length} reports differ from those without oddities`);
	}
	return { problems, slots, optionSlots: days.optionSlots, busiest, outages };
}

function collectFacts(oddities: readonly Oddity[], days: LiveRunResult): OutageFacts[] {
	return mergeOutages(oddities).flatMap(({ from, until, kinds }): OutageFacts[] => {
		const firstAffectedAt = days.vendor.struck.find(({ oddity, at }) => isOutage(oddity) && at >= from && at < until)?.at;
		// There was no request during the outage.
		if (firstAffectedAt === undefined) return [];
		const loggedAt = days.warnings.find(({ at }) => at >= firstAffectedAt)?.at ?? Number.POSITIVE_INFINITY;
		const firstAnswerAt = days.vendor.answered.find((at) => at >= firstAffectedAt);
		const isShort = firstAnswerAt !== undefined && firstAnswerAt - firstAffectedAt <= MINUTE;
		const hasWaitingCaller = days.steps.some(({ due, done }) => due < until && done >= until);
		const nextAnswerAt = days.vendor.answered.find((at) => at >= until);
		const lacksRetryAfter = kinds.includes('limited-silently');
		return [
			{
				kinds,
				lacksRetryAfter,
				loggedAfterMs: isShort ? undefined : loggedAt - firstAffectedAt,
				recoveryMs: hasWaitingCaller && nextAnswerAt !== undefined ? nextAnswerAt - until : undefined,
			},
		];
	});
}

/** Outages less than a minute apart count as one: possibly no request was made in between. */
function mergeOutages(oddities: readonly Oddity[]): { from: number; until: number; kinds: string[] }[] {
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
