import { depthOf } from '../../signals/ring.ts';
import { NOT_ELIGIBLE } from './liquidity-tiers.ts';

/** Share of the measured readings of eligible rows whose z has reached each level. */
export function ringShares(z: Float32Array, tiers: Int8Array, rings: readonly number[]): { n: number; shares: number[] } {
	const reached = new Array<number>(rings.length + 1).fill(0);
	let n = 0;
	for (let i = 0; i < z.length; i++) {
		if (tiers[i] === NOT_ELIGIBLE || Number.isNaN(z[i]!)) continue;
		n++;
		const depth = depthOf(z[i]!, rings) as number;
		reached[depth] = reached[depth]! + 1;
	}
	return { n, shares: rings.map((_, ring) => reached.slice(ring + 1).reduce((sum, count) => sum + count, 0) / n) };
}
