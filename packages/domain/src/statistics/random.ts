/** Repeatable random numbers: the same seed gives the same sequence (mulberry32). */
export interface Random {
	/** Uniform in [0, 1). */
	next(): number;
	/** Standard normal, by Box and Muller. */
	normal(): number;
	/** Integer in [0, below). */
	below(limit: number): number;
	/** True with this probability. */
	happens(probability: number): boolean;
}

export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	function next(): number {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	}
	return {
		next,
		normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
		below: (limit) => Math.floor(next() * limit),
		happens: (probability) => next() < probability,
	};
}
