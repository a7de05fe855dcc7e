import { forecastBand } from '../forecast/band.ts';
import { aci, conformalQuantile } from '../forecast/conformal.ts';
import { forecastDepth } from '../forecast/forecast-depth.ts';
import { mixSigma } from '../forecast/mix-sigma.ts';
import { pinball } from '../forecast/score.ts';
import { forwardExcess } from '../research/forward-excess.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.ts';
import { episodes } from '../statistics/episodes.ts';
import { type Block, hitStats } from '../statistics/hit-stats.ts';
import { luckLine } from '../statistics/luck-line.ts';
import { shrink } from '../statistics/shrink.ts';
import { spearman } from '../statistics/spearman.ts';
import { wilson } from '../statistics/wilson.ts';
import { type Adapters, adapter } from './vector-adapter.ts';

export const statisticsVectors: Adapters = {
	episodes: adapter(({ matchBars, cooldown }: { matchBars: number[]; cooldown: number }) => episodes(matchBars, cooldown)),
	forwardExcess: adapter(forwardExcess),
	hitStats: adapter(({ blocks }: { blocks: Block[] }) => hitStats(blocks)),
	wilson: adapter(({ p, n }: { p: number; n: number }) => wilson(p, n)),
	shrink: adapter(({ k, n, prior, strength }: { k: number; n: number; prior: number; strength?: number }) => shrink(k, n, prior, strength)),
	luckLine: adapter(({ N, n_eff }: { N: number[]; n_eff: number }) => N.map((filters) => luckLine(filters, n_eff))),
	benjaminiHochberg: adapter(({ p }: { p: number[] }) => benjaminiHochberg(p)),
	spearman: adapter(({ a, b }: { a: number[]; b: number[] }) => spearman(a, b)),
	mixSigma: adapter(({ sigMad, ewVarPrev, n }: { sigMad: number; ewVarPrev: number; n: number }) => mixSigma(sigMad, ewVarPrev, n)),
	conformalQuantile: adapter(({ scores, p }: { scores: number[]; p: number[] }) => p.map((level) => conformalQuantile(scores, level))),
	forecastBand: adapter(({ price, sigmaMix, Qh, k }: { price: number; sigmaMix: number; Qh: number; k: number[] }) =>
		forecastBand(price, sigmaMix, Qh, k),
	),
	pinball: adapter(({ y, q, tau }: { y: number; q: number[]; tau: number[] }) =>
		q.map((quantile, level) => pinball(y, quantile, tau[level] as number)),
	),
	aci: adapter(({ alpha, target, missed }: { alpha: number; target: number; missed: boolean[] }) =>
		missed.map((miss) => aci(alpha, target, miss)),
	),
	forecastDepth: adapter(({ n, rank }: { n: number; rank: number[] }) =>
		rank.map((place) => forecastDepth(place, n, PARAMETERS_V1.forecastTails)),
	),
};
