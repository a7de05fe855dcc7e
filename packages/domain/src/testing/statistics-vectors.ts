import { adaptLevel, conformalQuantile, forecastBand, mixSigma, pinball } from '../forecast/band.ts';
import { createSessionMatrix } from '../prices/session-matrix.ts';
import { forecastDepth } from '../research/calibration/forecast-table.ts';
import { episodeBars } from '../research/episodes.ts';
import { defaultCostBps } from '../research/walk/costs.ts';
import { createForwardWalk } from '../research/walk/forward-walk.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import type { Operation } from '../signals/sector.ts';
import { type Block, hitStats, wilson } from '../statistics/hit-stats.ts';
import { benjaminiHochberg, expectedMaximum } from '../statistics/luck-line.ts';
import { shrinkHitRate } from '../statistics/shrink.ts';
import { spearman } from '../statistics/spearman.ts';
import { SLOT_MS } from '../time/slots.ts';
import { utcMs } from '../time/units.ts';
import { type Adapters, createAdapter } from './vector-adapter.ts';

interface ForwardCase {
	nextOpen: number;
	exitClose: number;
	benchOpen: number;
	benchExit: number;
	direction: Operation;
	costBps: number;
}

/**
 * Runs the walk used by searches over one session of two slots. The benchmark is the mean of the tier, including the ticker itself. Four more tickers produce
 * the case's benchmark: one mirrors the ticker on the other side of the benchmark, three are exactly at the benchmark. The result is corrected for the
 * difference between the tier's cost and the case's cost.
 */
function computeForwardExcess({ nextOpen, exitClose, benchOpen, benchExit, direction, costBps }: ForwardCase): number | undefined {
	const bench = benchExit / benchOpen;
	const grossReturns = [exitClose / nextOpen, bench ** 2 / (exitClose / nextOpen), bench, bench, bench];
	const rows = grossReturns.length;
	const matrix = createSessionMatrix(2, rows);
	for (const [row, grossReturn] of grossReturns.entries()) {
		for (const slot of [0, 1]) {
			const cell = slot * rows + row;
			matrix.open[cell] = nextOpen;
			matrix.close[cell] = slot === 0 ? nextOpen : nextOpen * grossReturn;
			matrix.volume[cell] = 1;
		}
	}
	let excess: number | undefined;
	const end = (slot: number) => utcMs((slot + 1) * SLOT_MS);
	const walk = createForwardWalk({
		rows,
		direction,
		measure: 'return',
		endsBar: () => true,
		clock: [1, 1],
		onClosed: (closed) => {
			excess = closed[0]?.excess;
		},
	});
	walk.add({ key: 0, row: 0, entry: utcMs(0), exits: [end(1)] });
	walk.openSession({}, new Uint8Array(rows));
	for (const slot of [0, 1]) walk.applySlot(matrix, slot, utcMs(slot * SLOT_MS), end(slot));
	return excess === undefined ? undefined : excess + (defaultCostBps(0) - costBps) / 10_000;
}

export const statisticsVectors: Adapters = {
	episodes: createAdapter(({ matchBars, cooldown }: { matchBars: number[]; cooldown: number }) => episodeBars(matchBars, cooldown)),
	forwardExcess: createAdapter(computeForwardExcess),
	hitStats: createAdapter(({ blocks }: { blocks: Block[] }) => hitStats(blocks)),
	wilson: createAdapter(({ p, n }: { p: number; n: number }) => wilson(p, n)),
	shrink: createAdapter(({ k, n, prior, strength }: { k: number; n: number; prior: number; strength?: number }) =>
		shrinkHitRate(k, n, prior, strength),
	),
	/** The vectors state the expected best hit rate. The product's line is the 95 % quantile, which is checked against simulations. */
	luckLine: createAdapter(({ N, n_eff }: { N: number[]; n_eff: number }) =>
		N.map((filters) => 0.5 + expectedMaximum(filters) * Math.sqrt(0.25 / n_eff)),
	),
	benjaminiHochberg: createAdapter(({ p }: { p: number[] }) => benjaminiHochberg(p)),
	spearman: createAdapter(({ a, b }: { a: number[]; b: number[] }) => spearman(a, b)),
	mixSigma: createAdapter(({ sigMad, ewVarPrev, n }: { sigMad: number; ewVarPrev: number; n: number }) => mixSigma(sigMad, ewVarPrev, n)),
	conformalQuantile: createAdapter(({ scores, p }: { scores: number[]; p: number[] }) =>
		p.map((level) => conformalQuantile(scores, level)),
	),
	forecastBand: createAdapter(({ price, sigmaMix, Qh, k }: { price: number; sigmaMix: number; Qh: number; k: number[] }) =>
		forecastBand(price, sigmaMix, Qh, k),
	),
	pinball: createAdapter(({ y, q, tau }: { y: number; q: number[]; tau: number[] }) =>
		q.map((quantile, level) => pinball(y, quantile, tau[level]!)),
	),
	aci: createAdapter(({ alpha, target, missed }: { alpha: number; target: number; missed: boolean[] }) =>
		missed.map((miss) => adaptLevel(alpha, target, miss)),
	),
	forecastDepth: createAdapter(({ n, rank }: { n: number; rank: number[] }) =>
		rank.map((place) => forecastDepth(place, n, PARAMETERS_V1.forecastTails)),
	),
};
