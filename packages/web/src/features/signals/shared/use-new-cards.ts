import { useEffect, useState } from 'react';
import type { Card } from '../../../lib/api/types.ts';

/** Milliseconds during which a card that arrived with a newly accepted report is marked. */
export const MARKED_MS = 3_000;
const NONE: ReadonlySet<number> = new Set();

interface Before {
	list: string;
	/** undefined until a report has been shown. */
	report: string | undefined;
	ids: ReadonlySet<number>;
	entered: ReadonlySet<number>;
}

/**
 * Ids of the cards that the same list didn't have in the previously open report. They stay the same until another report is opened. `list`: identifies the
 * list.
 */
export function useEnteredCards(list: string, report: string | undefined, items: readonly Card[] | undefined): ReadonlySet<number> {
	const [before, setBefore] = useState<Before>({ list, report: undefined, ids: NONE, entered: NONE });
	if (items && report !== undefined && (before.list !== list || before.report !== report)) {
		const ids = new Set(items.map((item) => item.ticker_id));
		const follows = before.list === list && before.report !== undefined;
		setBefore({ list, report, ids, entered: follows ? new Set([...ids].filter((id) => !before.ids.has(id))) : NONE });
	}
	return before.entered;
}

/** The same ids, but only for `MARKED_MS` after the report was opened. */
export function useNewCards(list: string, report: string | undefined, items: readonly Card[] | undefined): ReadonlySet<number> {
	const entered = useEnteredCards(list, report, items);
	const [over, setOver] = useState(NONE);
	useEffect(() => {
		if (entered.size === 0) return undefined;
		const timer = setTimeout(() => setOver(entered), MARKED_MS);
		return () => clearTimeout(timer);
	}, [entered]);
	return over === entered ? NONE : entered;
}
