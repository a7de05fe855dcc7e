import { useEffect, useState } from 'react';
import type { Card } from '../../../lib/api/types.ts';

/** Milliseconds during which a card that arrived with a newly accepted report is marked. */
export const MARK_MS = 3_000;
const NONE: ReadonlySet<number> = new Set();

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
	const [previous, setPrevious] = useState<ShownList>({ list, report: undefined, ids: NONE, entered: NONE });
	if (items && report !== undefined && (previous.list !== list || previous.report !== report)) {
		const ids = new Set(items.map((item) => item.ticker_id));
		const isSameList = previous.list === list && previous.report !== undefined;
		setPrevious({ list, report, ids, entered: isSameList ? new Set([...ids].filter((id) => !previous.ids.has(id))) : NONE });
	}
	return previous.entered;
}

/** Returns the same ids as `useEnteredCards`, but only for `MARK_MS` after the report was opened. */
export function useNewCards(list: string, report: string | undefined, items: readonly Card[] | undefined): ReadonlySet<number> {
	const enteredIds = useEnteredCards(list, report, items);
	const [expiredIds, setExpiredIds] = useState(NONE);
	useEffect(() => {
		if (enteredIds.size === 0) return undefined;
		const timer = setTimeout(() => setExpiredIds(enteredIds), MARK_MS);
		return () => clearTimeout(timer);
	}, [enteredIds]);
	return expiredIds === enteredIds ? NONE : enteredIds;
}
