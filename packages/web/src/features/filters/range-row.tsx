import { MEASURES, type RangeTest } from '@sw/domain/filters/groups';
import { RangeBounds } from '../../entities/filters/range-bounds.tsx';
import { rangeWords } from '../../entities/filters/range-words.ts';
import field from '../../ui/form.module.css';
import { groupWords as words } from './group-words.ts';

interface Props {
	range: RangeTest;
	change: ((range: RangeTest) => void) | undefined;
}

/** A range in a group: what is measured, and its bounds. */
export function RangeRow({ range, change }: Props) {
	return (
		<>
			<select
				className={field['input']}
				aria-label={words.measure}
				value={range.measure}
				disabled={!change}
				onChange={(event) => {
					const measure = MEASURES.find(({ name }) => name === event.currentTarget.value)?.name ?? range.measure;
					change?.({ measure, from: null, to: null });
				}}
			>
				{MEASURES.map(({ name }) => (
					<option key={name} value={name}>
						{rangeWords.measures[name]}
					</option>
				))}
			</select>
			<RangeBounds range={range} change={change} />
		</>
	);
}
