import { isSoundRange } from '@sw/domain/filters/group-text';
import { MEASURES, type RangeTest } from '@sw/domain/filters/groups';
import { useId, useState } from 'react';
import field from '../../ui/form.module.css';
import { textOfBound, typedBound } from './group-draft.ts';
import { groupWords as words } from './group-words.ts';
import css from './groups.module.css';

interface Props {
	range: RangeTest;
	change: ((range: RangeTest) => void) | undefined;
}

/** A range in a group: what is measured, and its bounds. */
export function RangeRow({ range, change }: Props) {
	const id = useId();
	const isEmpty = range.from === null && range.to === null;
	const isWrong = !isEmpty && !isSoundRange(range);
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
						{words.measures[name]}
					</option>
				))}
			</select>
			{(['from', 'to'] as const).map((side) => (
				<Bound
					key={`${side} ${range.measure}`}
					label={words.bound[side](words.measures[range.measure])}
					placeholder={words.empty[side]}
					fault={isWrong ? id : undefined}
					range={range}
					side={side}
					change={change}
				/>
			))}
			{isWrong ? (
				<p id={id} className={css['fault']}>
					{words.wrongRange}
				</p>
			) : null}
		</>
	);
}

interface BoundProps extends Props {
	label: string;
	placeholder: string;
	/** Id of what is wrong with it. */
	fault: string | undefined;
	side: 'from' | 'to';
}

/** Keeps the text that was typed: '10.' isn't '10' yet. */
function Bound({ label, placeholder, fault, range, side, change }: BoundProps) {
	const bound = range[side];
	const [text, setText] = useState(textOfBound(bound, range.measure));
	const typed = typedBound(text, range.measure);
	return (
		<input
			className={`${field['input']} ${css['bound']}`}
			inputMode="decimal"
			aria-label={label}
			aria-invalid={typed === undefined || fault !== undefined}
			aria-describedby={fault}
			placeholder={placeholder}
			readOnly={!change}
			value={typed === undefined || typed === bound ? text : textOfBound(bound, range.measure)}
			onChange={(event) => {
				const given = event.currentTarget.value;
				setText(given);
				const next = typedBound(given, range.measure);
				if (next !== undefined) change?.({ ...range, [side]: next });
			}}
		/>
	);
}
