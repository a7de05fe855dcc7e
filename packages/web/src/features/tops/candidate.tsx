import type { RowChartsView } from './top-view.ts';

/** What the newest report takes a ticker for: an arrow and its rate, with the words as a title and for screen readers; or why nothing. */
export function Candidate({ row: { candidate, none } }: { row: Pick<RowChartsView, 'candidate' | 'none'> }) {
	if (!candidate) return none;
	return (
		<span title={candidate.words}>
			<span aria-hidden="true">{candidate.arrow}</span>
			<span className="visually-hidden">{candidate.words}</span> {candidate.rate}
		</span>
	);
}
