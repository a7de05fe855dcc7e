import { changesBetween, changesText, hasSameOrder } from '../../../entities/readings/changes.ts';
import type { Card } from '../../../lib/api/types.ts';
import { PillFace } from '../../../ui/report/pill-face.tsx';
import { cutPage } from '../shared/list-page.ts';

interface Props extends Omit<Parameters<typeof PillFace>[0], 'changes'> {
	/** The open list and the newer one; undefined while either is unknown. */
	items: readonly Card[] | undefined;
	next: readonly Card[] | undefined;
	page: number;
}

/** Pill for a newer report, with its changes to a visitor's list. Both lists are complete in the browser, so nothing is requested. */
export function VisitorPill({ items, next, page, ...face }: Props) {
	const changes =
		items && next && changesText(changesBetween(items, next), hasSameOrder(cutPage(items, page).items, cutPage(next, page).items));
	return <PillFace {...face} changes={changes} />;
}
