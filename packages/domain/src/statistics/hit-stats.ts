import { wilson } from './wilson.ts';

/** Episodes and hits of one block (the horizon's consecutive sessions): episodes of one block share their market. */
export type Block = readonly [episodes: number, hits: number];

export interface HitStats {
	n: number;
	hits: number;
	/** Hit rate; null without episodes. */
	p: number | null;
	/** Ratio of the variance to a naive one: episodes that move together count as fewer. */
	deff: number;
	n_eff: number;
	wilson95: [number, number];
}

/** With fewer blocks than this an estimated deff below the typical measured one is not reliable. */
export const FEW_BLOCKS = 30;
export const TYPICAL_DEFF = 3.4;

/** The minimum deff of a displayed statistic. */
export const leastDeff = (blocks: number): number => (blocks < FEW_BLOCKS ? TYPICAL_DEFF : 1);

/**
 * Hit rate with a 95% interval on n_eff = n / deff, signals.md 3.2. `least` is the minimum deff: 1 is the bare formula, leastDeff(blocks.length) is
 * used for display.
 */
export const hitStats = (blocks: readonly Block[], least = 1): HitStats => {
	const n = blocks.reduce((sum, [episodes]) => sum + episodes, 0);
	const hits = blocks.reduce((sum, [, hit]) => sum + hit, 0);
	if (n === 0) return { n, hits, p: null, deff: least, n_eff: 0, wilson95: wilson(0, 0) };
	const p = hits / n;
	const clustered = blocks.reduce((sum, [episodes, hit]) => sum + (hit - p * episodes) ** 2, 0) / n ** 2;
	const naive = (p * (1 - p)) / n;
	const deff = Math.max(least, naive > 0 ? clustered / naive : 1);
	return { n, hits, p, deff, n_eff: n / deff, wilson95: wilson(p, n / deff) };
};
