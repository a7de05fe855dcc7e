/** A ticker's place in a ranked list, and the places of its neighbours. Places count from 1. */
export interface ListPlace {
	/** null: the ticker isn't in the list. */
	readonly place: number | null;
	/** Places of the neighbours; null at the ends. For a ticker that has left the list, the places around its former place. */
	readonly previous: number | null;
	readonly next: number | null;
}

/** Finds a ticker's place. `lastPlace`: former place of a ticker that has left the list; without it, such a ticker has no neighbours. */
export function findPlace(ids: ArrayLike<number>, id: number, lastPlace?: number): ListPlace {
	const placeOrNull = (place: number): number | null => (place >= 1 && place <= ids.length ? place : null);
	for (let at = 0; at < ids.length; at++)
		if (ids[at] === id) return { place: at + 1, previous: placeOrNull(at), next: placeOrNull(at + 2) };
	if (lastPlace === undefined) return { place: null, previous: null, next: null };
	const previousPlace = Math.min(lastPlace - 1, ids.length);
	return { place: null, previous: placeOrNull(previousPlace), next: placeOrNull(previousPlace + 1) };
}

/**
 * Finds the index of the first report after a ticker's last listing; `listed.length` if the last report still lists the ticker; undefined if no report does.
 * `listed`: whether each report lists the ticker, in order of time.
 */
export function departureIndex(listed: readonly boolean[]): number | undefined {
	const last = listed.lastIndexOf(true);
	return last === -1 ? undefined : last + 1;
}
