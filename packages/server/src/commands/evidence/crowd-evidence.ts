import { followedMoves, type MovesAfter, SPIKE_HORIZONS, spikeEpisodes, spikesOf } from '@sw/domain/attention/spikes';
import { COST_BPS } from '@sw/domain/research/walk/costs';
import { lowerBound } from '@sw/domain/statistics/lower-bound';
import { median } from '@sw/domain/statistics/median';
import { nyse } from '@sw/domain/time/calendar';
import { HOUR } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { type Closes, readCloses } from './read-closes.ts';
import { type HourlyMentions, readMentions } from './read-mentions.ts';

/** The tickers in these folders are large: the cost of a round trip, a fraction. */
const COST = COST_BPS[1] / 10_000;

export interface CrowdFound {
	horizon: number;
	n: number;
	rose: number | null;
	base: number | null;
}

/** Reports how well spikes of mentions predicted daily returns, line by line. Throws Error with a line to show. */
export function crowdEvidence(mentionsFolder: string, dailyFolder: string, say: (line: string) => void): CrowdFound[] {
	const mentions = readMentions(mentionsFolder);
	const closes = readCloses(dailyFolder, nyse);
	const starts = [...mentions.values()];
	const [from, to] = [
		Math.min(...starts.map(({ first }) => first)),
		Math.max(...starts.map(({ first, counts }) => first + counts.length * HOUR)),
	];
	say(`${mentions.size} tickers with mentions, ${newYorkDate(from)} to ${newYorkDate(to)}; ${closes.symbols.length} with daily bars`);
	say(
		'A spike is an hour above the 99.5th percentile of the previous 720 hours. Entry at the next close, exit the given number of closes later, minus the median',
	);
	say(
		`ticker of the folder; costs of ${(COST * 10_000).toFixed(0)} bp per round trip. Episodes are one horizon apart; intervals use blocks of one horizon.`,
	);
	return SPIKE_HORIZONS.map((horizon) => {
		const { tickers, hours, ...moves } = movesAfter(closes, mentions, horizon);
		const { n, rose, fell, base, mean, median: middle, size } = followedMoves(moves, horizon, COST);
		const [low, high] = rose.wilson95;
		const [fellLow, fellHigh] = fell.wilson95;
		say(
			`\n${horizon === 1 ? 'One session' : `${horizon} sessions`}: ${n} episodes of ${tickers} tickers in ${hours} hours, compared with ${base.n} sessions`,
		);
		say(
			`  rose further than the median after costs: ${percent(rose.p)} [${percent(low)}, ${percent(high)}], all sessions ${percent(base.rose)}`,
		);
		say(
			`  fell further:                             ${percent(fell.p)} [${percent(fellLow)}, ${percent(fellHigh)}], all sessions ${percent(base.fell)}`,
		);
		say(`  excess: mean ${points(mean)}, median ${points(middle)}; size ${points(size.after)}, all sessions ${points(size.base)}`);
		return { horizon, n, rose: rose.p, base: base.rose };
	});
}

function points(move: number | null): string {
	return move === null ? 'n/a' : `${(move * 10_000).toFixed(0)} bp`;
}

function percent(share: number | null): string {
	return share === null ? 'n/a' : `${(share * 100).toFixed(1)} %`;
}

/** Returns of all tickers after spikes, over a horizon. */
function movesAfter(
	closes: Closes,
	mentions: ReadonlyMap<string, HourlyMentions>,
	horizon: number,
): MovesAfter & { tickers: number; hours: number } {
	const { symbols, sessions } = closes;
	const excess = excesses(closes, horizon);
	const found = { moves: [] as number[], blocks: [] as number[], all: [] as number[], tickers: 0, hours: 0 };
	const ends = sessions.map(({ close }) => close);
	const closesAfter = (ms: number): number | undefined => {
		const at = lowerBound(ends, ms);
		return at < ends.length ? at : undefined;
	};
	for (const [symbol, { first, counts }] of mentions) {
		const row = symbols.indexOf(symbol);
		if (row < 0) continue;
		found.tickers++;
		found.hours += counts.length;
		const at = (session: number): number => excess[session * symbols.length + row] as number;
		const spikes = spikesOf(counts);
		for (const { entry } of spikeEpisodes(spikes, (hour) => closesAfter(first + (hour + 1) * HOUR), horizon)) {
			if (Number.isNaN(at(entry))) continue;
			found.moves.push(at(entry));
			found.blocks.push(Math.floor(entry / horizon));
		}
		// The base covers only sessions in which a spike could already be detected, which takes 30 days of counts.
		const [from, to] = [closesAfter(first + 30 * 24 * HOUR) ?? 0, closesAfter(first + counts.length * HOUR) ?? sessions.length];
		for (let session = from; session < to; session++) if (!Number.isNaN(at(session))) found.all.push(at(session));
	}
	return found;
}

/** Log return of each row from session s to s + horizon, minus the median of all rows; at s * rows + row. */
function excesses({ symbols, sessions, logs }: Closes, horizon: number): Float64Array {
	const rows = symbols.length;
	const excess = new Float64Array(sessions.length * rows).fill(Number.NaN);
	for (let s = 0; s + horizon < sessions.length; s++) {
		const moves = Float64Array.from(
			{ length: rows },
			(_, row) => (logs[(s + horizon) * rows + row] as number) - (logs[s * rows + row] as number),
		);
		const middle = median(moves.filter((move) => !Number.isNaN(move)));
		if (middle === null) continue;
		moves.forEach((move, row) => {
			excess[s * rows + row] = move - middle;
		});
	}
	return excess;
}
