/** Parts that the periods are cut into; every half of them is once what the choice is made on. */
const PARTS = 16;

/** What a trial counted in one period. */
export type PeriodCount = readonly [episodes: number, gain: number];

/**
 * Chance that the trial with the best gain per episode in one half of the periods is below the median of all trials in the other half: combinatorially symmetric
 * cross-validation (Bailey, Borwein, Lopez de Prado and Zhu 2015). About a half where trials differ by luck only. Null with fewer than two trials or
 * fewer periods than parts. `parts` is even.
 */
export function overfittingProbability(trials: readonly (readonly PeriodCount[])[], parts = PARTS): number | null {
	const periods = trials[0]?.length ?? 0;
	if (trials.length < 2 || periods < parts) return null;
	const cut = trials.map((counts) =>
		Array.from({ length: parts }, (_, part) => sumOf(counts, bound(part, parts, periods), bound(part + 1, parts, periods))),
	);
	const totals = cut.map((all) => sumOf(all, 0, parts));
	let [splits, below] = [0, 0];
	for (const chosen of halves(parts)) {
		const inside = cut.map((all) => chosen.reduce<PeriodCount>((sum, part) => add(sum, all[part] as PeriodCount), [0, 0]));
		const outside = inside.map(([n, gain], trial) =>
			perEpisode([(totals[trial] as PeriodCount)[0] - n, (totals[trial] as PeriodCount)[1] - gain]),
		);
		const best = inside.map(perEpisode).reduce((best, value, trial, all) => (value > all[best]! ? trial : best), 0);
		const own = outside[best]!;
		// Its rank from the worst, ties halved, relative to the number of trials and one.
		const rank = outside.reduce((sum, value) => sum + (value < own ? 1 : value === own ? 0.5 : 0), 0.5) / (trials.length + 1);
		splits++;
		below += rank < 0.5 ? 1 : rank === 0.5 ? 0.5 : 0;
	}
	return below / splits;
}

function bound(part: number, parts: number, periods: number): number {
	return Math.round((part * periods) / parts);
}

function sumOf(counts: readonly PeriodCount[], from: number, to: number): PeriodCount {
	return counts.slice(from, to).reduce<PeriodCount>(add, [0, 0]);
}

function add([n, gain]: PeriodCount, [more, gained]: PeriodCount): PeriodCount {
	return [n + more, gain + gained];
}

function perEpisode([n, gain]: PeriodCount): number {
	return n > 0 ? gain / n : 0;
}

/** Every choice of half of the parts. */
function* halves(parts: number, from = 0, chosen: readonly number[] = []): Generator<readonly number[]> {
	const wanted = parts / 2 - chosen.length;
	if (wanted === 0) {
		yield chosen;
		return;
	}
	for (let part = from; part <= parts - wanted; part++) yield* halves(parts, part + 1, [...chosen, part]);
}
