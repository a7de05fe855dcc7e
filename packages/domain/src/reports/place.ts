/** A ticker's place in a ranked list, and its neighbours. Places count from 1. */
export interface PlaceAmong {
	/** null: it isn't in the list. */
	readonly place: number | null;
	/** Places of its neighbours; null at the ends. For a ticker that has left, those around its former place. */
	readonly previous: number | null;
	readonly next: number | null;
}

/** `stood`: the former place of a ticker that is no longer among the ids; without it, such a ticker has no neighbours. */
export function placeAmong(ids: ArrayLike<number>, id: number, lastPlace?: number): PlaceAmong {
	const within = (place: number): number | null => (place >= 1 && place <= ids.length ? place : null);
	for (let at = 0; at < ids.length; at++) if (ids[at] === id) return { place: at + 1, previous: within(at), next: within(at + 2) };
	if (lastPlace === undefined) return { place: null, previous: null, next: null };
	const before = Math.min(lastPlace - 1, ids.length);
	return { place: null, previous: within(before), next: within(before + 1) };
}

/**
 * Of reports in order, the index of the first that no longer contained what the last of `listed` did, `listed.length` for the one after them all;
 * undefined if none contained it.
 */
export function departureIndex(listed: readonly boolean[]): number | undefined {
	const last = listed.lastIndexOf(true);
	return last === -1 ? undefined : last + 1;
}
