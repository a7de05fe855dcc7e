import { useEffect, useState } from 'react';
import type { Card } from '../../../lib/api/types.ts';

/** Milliseconds during which a card that arrived with a newly accepted report is marked. */
export const MARK_MS = 3_000;
const NO_IDS: ReadonlySet<number> = new Set();

interface ShownList {
	list: string;
	/** undefined until a report has been shown. */
	report: string | undefined;
	ids: ReadonlySet<number>;
	entered: ReadonlySet<number>;
}

/**
 * Returns the ids of cards that the same list didn't have in the previously open report. The ids stay the same until another report is opened. `list`:
 * identifies the list.
 */
export function useEnteredCards(list: string, report: string | undefined, items: readonly Card[] | undefined): ReadonlySet<number> {
	const [shownList, setShownList] = useState<ShownList>({ list, report: undefined, ids: NO_IDS, entered: NO_IDS });
	if (items && report !== undefined && (shownList.list !== list || shownList.report !== report)) {
		const ids = new Set(items.map((item) => item.ticker_id));
		const isSameList = shownList.list === list && shownList.report !== undefined;
		setShownList({ list, report, ids, entered: isSameList ? new Set([...ids].filter((id) => !shownList.ids.has(id))) : NO_IDS });
	}
	return shownList.entered;
}

/** Returns the same ids as `useEnteredCards`, but only for `MARK_MS` after the report was opened. */
export function useNewCards(list: string, report: string | undefined, items: readonly Card[] | undefined): ReadonlySet<number> {
	const enteredIds = useEnteredCards(list, report, items);
	const [expiredIds, setExpiredIds] = useState(NO_IDS);
	useEffect(() => {
		if (enteredIds.size === 0) return undefined;
		const timer = setTimeout(() => setExpiredIds(enteredIds), MARK_MS);
		return () => clearTimeout(timer);
	}, [enteredIds]);
	return expiredIds === enteredIds ? NO_IDS : enteredIds;
}
