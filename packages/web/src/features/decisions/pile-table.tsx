import { reachWords } from '../../entities/record/reach-words.ts';
import { formatBasisPoints, formatRange, isEnough, LEAST } from '../../entities/record/statistics.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import table from '../../ui/data-table.module.css';
import css from './decisions.module.css';
import type { Pile } from './queries.ts';
import { words } from './words.ts';

const { columns } = words;

interface Props {
	label: string;
	/** Head of the first column. */
	head: string;
	rows: readonly { name: string; pile: Pile }[];
}

/** Records of decisions side by side. */
export function PileTable({ label, head, rows }: Props) {
	return (
		<ScrollBox className={`${table['scroll']} ${cards['cards']}`} label={label}>
			<table className={table['table']}>
				<thead>
					<tr>
						<th scope="col">{head}</th>
						{Object.entries(columns).map(([key, name]) => (
							<th key={key} scope="col">
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map(({ name, pile }) => (
						<PileRow key={name} name={name} pile={pile} />
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}

function PileRow({ name, pile }: { name: string; pile: Pile }) {
	const enough = isEnough(pile);
	return (
		<tr>
			<th scope="row">{name}</th>
			<td data-label={columns.count}>{formatCount(pile.count)}</td>
			<td data-label={columns.open}>{formatCount(pile.open)}</td>
			<td data-label={columns.n}>
				<span>
					{formatCount(pile.n)} {enough ? <small className={css['interval']}>{reachWords.seesShort(pile)}</small> : null}
				</span>
			</td>
			<td data-label={columns.hit}>
				<span>
					{enough ? formatShare(pile.hit_rate) : words.tooFew(pile.n, LEAST)}{' '}
					{enough ? <small className={css['interval']}>{formatRange(pile.interval)}</small> : null}
				</span>
			</td>
			<td data-label={columns.base}>{pile.base_rate === null ? words.none : formatShare(pile.base_rate)}</td>
			<td data-label={columns.mean}>{enough ? formatBasisPoints(pile.mean) : words.none}</td>
			<td data-label={columns.median}>{enough ? formatBasisPoints(pile.median) : words.none}</td>
		</tr>
	);
}
