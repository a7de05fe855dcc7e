import { changesBetween, formatChanges, hasSameOrder } from '../../../entities/readings/changes.ts';
import type { Card } from '../../../lib/api/types.ts';
import { PillFace } from '../../../ui/report/pill-face.tsx';
import { cutPage } from '../shared/list-page.ts';

interface Props extends Omit<Parameters<typeof PillFace>[0], 'changes'> {
	/** The open list and the newer one; undefined while either is unknown. */
	items: readonly Card[] | undefined;
	next: readonly Card[] | undefined;
	page: number;
}

/** Offers a newer report and names the changes in a visitor's list. Needs no request, because the browser has both lists. */
export function VisitorPill({ items, next, page, ...faceProps }: Props) {
	const changes =
		items && next && formatChanges(changesBetween(items, next), hasSameOrder(cutPage(items, page).items, cutPage(next, page).items));
	return <PillFace {...faceProps} changes={changes} />;
}
