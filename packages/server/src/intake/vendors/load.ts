/** Estimates the requests needed to follow a number of symbols, and how many symbols a rate limit allows. */

/** Numbers of requests. */
export interface VendorLoad {
	/** First start, from an empty store to the running market. */
	start: number;
	/** Bars of all symbols for one slot. */
	slot: number;
	/** Option chains for one slot. */
	options: number;
}
export type EstimateLoad = (symbols: number, chains: number) => VendorLoad;

/** Minutes within which a slot's bars must be fetched. A slot waits longer, so that missing bars can be requested again. */
const MAX_BAR_MINUTES = 3;
/** Minutes within which everything for a slot must be fetched, before the next slot begins. */
const MAX_SLOT_MINUTES = 12;

export interface AffordableLoad {
	symbols: number;
	chains: number;
	load: VendorLoad;
}

/** Finds how many of the target's symbols, then of its chains, the rate limit allows in each slot; at least one symbol. */
export function fitLoad(
	estimateLoad: EstimateLoad,
	requestsPerMinute: number,
	target: { symbols: number; chains: number },
): AffordableLoad {
	const symbols = Math.max(
		1,
		findLargestFitting(target.symbols, (n) => estimateLoad(n, 0).slot <= requestsPerMinute * MAX_BAR_MINUTES),
	);
	const chains = findLargestFitting(Math.min(target.chains, symbols), (n) => {
		const { slot, options } = estimateLoad(symbols, n);
		return slot + options <= requestsPerMinute * MAX_SLOT_MINUTES;
	});
	return { symbols, chains, load: estimateLoad(symbols, chains) };
}

/** Finds the largest number up to `limit` that fits; 0 if not even 1 does. `fits` must be monotonic. */
function findLargestFitting(limit: number, fits: (n: number) => boolean): number {
	let [low, high] = [0, limit];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (fits(middle)) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Describes the load, for example '150 symbols at 120 requests a minute: first start 308 requests, 3 min; a slot 150, 2 min, and 150 for 50 option chains.' */
export function describeLoad({ symbols, chains, load }: AffordableLoad, requestsPerMinute: number): string {
	const options = chains > 0 ? `, and ${load.options} for ${chains} option chains` : '';
	return `${symbols} symbols at ${requestsPerMinute} requests a minute: first start ${load.start} requests, ${describeMinutes(load.start, requestsPerMinute)}; a slot ${load.slot}, ${describeMinutes(load.slot, requestsPerMinute)}${options}.`;
}

function describeMinutes(requests: number, requestsPerMinute: number): string {
	const minutes = Math.ceil(requests / requestsPerMinute);
	return minutes === 1 ? '1 min' : `${minutes} min`;
}
