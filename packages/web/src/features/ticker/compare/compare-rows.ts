import type { Timeframe } from '@sw/domain/time/timeframe';
import { sectorName, timeframeLabel } from '../../../entities/ticker/sector-name.ts';
import type { WorkspaceDetail } from '../../../lib/api/types.ts';
import { formatChange, formatPrice } from '../../../lib/format/numbers.ts';
import { compareWords as words } from './compare-words.ts';

type ComparedDetail = Pick<WorkspaceDetail, 'why' | 'sectors' | 'timeframes' | 'weighted_sum' | 'price' | 'listed' | 'tab_type'>;
type TermKey = WorkspaceDetail['why'][number]['key'];

export interface CompareRow {
	key: string;
	name: string;
	current: string;
	compared: string;
	difference: string;
}

/** Compares a ticker in two reports: the rate, each term that either report has, the price, and whether the list has the ticker. */
export function buildCompareRows(current: ComparedDetail, compared: ComparedDetail): CompareRow[] {
	const cells = new Map([...current.why, ...compared.why].map(({ key, timeframe }) => [`${key} ${timeframe}`, { key, timeframe }]));
	const terms = [...cells].map(([name, { key, timeframe }]): CompareRow => {
		const [currentPoints, comparedPoints] = [pointsOf(current, key, timeframe), pointsOf(compared, key, timeframe)];
		return {
			key: name,
			name: `${sectorName(key, current.tab_type)} ${timeframeLabel(timeframe)}`,
			current: formatPoints(currentPoints),
			compared: formatPoints(comparedPoints),
			difference: formatDifference(currentPoints, comparedPoints),
		};
	});
	const formatListed = (detail: ComparedDetail): string => (detail.listed ? words.yes : words.no);
	return [
		{
			key: 'rate',
			name: words.rate,
			current: String(current.weighted_sum),
			compared: String(compared.weighted_sum),
			difference: formatDifference(current.weighted_sum, compared.weighted_sum),
		},
		...terms,
		{
			key: 'price',
			name: words.price,
			current: formatPrice(current.price),
			compared: formatPrice(compared.price),
			difference: compared.price > 0 ? formatChange(current.price / compared.price - 1) : words.missing,
		},
		{ key: 'listed', name: words.listed, current: formatListed(current), compared: formatListed(compared), difference: '' },
	];
}

function formatPoints(points: number | null): string {
	return points === null ? words.missing : String(points);
}

/** Returns the points of a cell in the rate: 0 at depth 0, null if not measurable. */
function pointsOf({ why, sectors, timeframes }: ComparedDetail, key: TermKey, timeframe: Timeframe): number | null {
	const term = why.find((cellTerm) => cellTerm.key === key && cellTerm.timeframe === timeframe);
	if (term) return term.points;
	const depth = sectors.find((sector) => sector.key === key)?.intersections[timeframes.indexOf(timeframe)];
	return depth == null ? null : 0;
}

/** Formats the difference: '+4', '−2', '0'; 'n/a' if either value is unknown. */
function formatDifference(current: number | null, compared: number | null): string {
	if (current === null || compared === null) return words.missing;
	const difference = current - compared;
	return difference === 0 ? '0' : `${difference > 0 ? '+' : '−'}${Math.abs(difference)}`;
}
