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
	const all = [...new Set([...after.ids, ...before.ids])].map(
		(id): ListMove => ({ id, before: placesBefore.get(id) ?? null, after: placesAfter.get(id) ?? null }),
	);
	const best = ({ before: was, after: is }: ListMove): number =>
		Math.min(was?.place ?? Number.POSITIVE_INFINITY, is?.place ?? Number.POSITIVE_INFINITY);
	const moves = all.filter(({ before: was, after: is }) => was?.place !== is?.place || was?.rate !== is?.rate);
	return {
		entered: moves.filter(({ before: was }) => !was).length,
		left: moves.filter(({ after: is }) => !is).length,
		moved: moves.filter(({ before: was, after: is }) => was && is && was.rate !== is.rate).length,
		moves: moves.sort((a, b) => best(a) - best(b) || a.id - b.id),
	};
}

function placesOf({ ids, rates }: RatedRows) {
	return new Map(ids.map((id, i) => [id, { place: i + 1, rate: rates[i]! }]));
}
