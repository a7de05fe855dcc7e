import { useEffect, useState } from 'react';
import type { Card } from '../../lib/api/types.ts';

/** How long a card that came with a newly taken report stays marked. */
export const MARKED_MS = 3_000;
const NONE: ReadonlySet<number> = new Set();

/** Ids of the cards that came when the reader took another report: those that the same list did not show just before. */
export const useArrivals = (list: string, report: string | undefined, items: readonly Card[] | undefined): ReadonlySet<number> => {
	const [before, setBefore] = useState({ list, report, ids: NONE });
	const [arrived, setArrived] = useState(NONE);
	if (items && report !== undefined && (before.list !== list || before.report !== report)) {
		const ids = new Set(items.map((item) => item.ticker_id));
		setArrived(before.list === list && before.report !== undefined ? new Set([...ids].filter((id) => !before.ids.has(id))) : NONE);
		setBefore({ list, report, ids });
	}
	useEffect(() => {
		if (arrived.size === 0) return undefined;
		const timer = setTimeout(() => setArrived(NONE), MARKED_MS);
		return () => clearTimeout(timer);
	}, [arrived]);
	return arrived;
};
