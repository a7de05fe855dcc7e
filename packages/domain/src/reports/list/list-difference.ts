/** A ranked list: ticker ids in order of rank, and their rates. */
export interface RatedRows {
	readonly ids: readonly number[];
	readonly rates: ArrayLike<number>;
}

/** A ticker's place and rate in two lists; null: not in the list. Places count from 1. */
export interface ListMove {
	readonly id: number;
	readonly before: { readonly place: number; readonly rate: number } | null;
	readonly after: { readonly place: number; readonly rate: number } | null;
}

export interface ListDifference {
	/** Number of tickers. */
	readonly entered: number;
	readonly left: number;
	/** Number of tickers in both lists, with different rates. */
	readonly moved: number;
	/** Tickers that entered, left, or have a different place or rate; sorted by the better of the two places. */
	readonly moves: readonly ListMove[];
}

export function listDifference(before: RatedRows, after: RatedRows): ListDifference {
	const [placesBefore, placesAfter] = [placesOf(before), placesOf(after)];
	const tickers = [...new Set([...after.ids, ...before.ids])].map(
		(id): ListMove => ({ id, before: placesBefore.get(id) ?? null, after: placesAfter.get(id) ?? null }),
	);
	const bestPlace = ({ before: earlier, after: later }: ListMove): number =>
		Math.min(earlier?.place ?? Number.POSITIVE_INFINITY, later?.place ?? Number.POSITIVE_INFINITY);
	const moves = tickers.filter(({ before: earlier, after: later }) => earlier?.place !== later?.place || earlier?.rate !== later?.rate);
	return {
		entered: moves.filter(({ before: earlier }) => !earlier).length,
		left: moves.filter(({ after: later }) => !later).length,
		moved: moves.filter(({ before: earlier, after: later }) => earlier && later && earlier.rate !== later.rate).length,
		moves: moves.sort((a, b) => bestPlace(a) - bestPlace(b) || a.id - b.id),
	};
}

function placesOf({ ids, rates }: RatedRows) {
	return new Map(ids.map((id, i) => [id, { place: i + 1, rate: rates[i]! }]));
}
