import { isValidRange } from '@sw/domain/filters/group-text';
import type { Measure, RangeTest } from '@sw/domain/filters/groups';
import { useId, useState } from 'react';
import field from '../../ui/form.module.css';
import css from './range-bounds.module.css';
import { rangeWords as words } from './range-words.ts';

interface Props {
	range: RangeTest;
	/** Undefined: read-only. */
	onChange: ((range: RangeTest) => void) | undefined;
}

/** Whether a range restricts nothing. */
export function isOpenRange({ from, to }: RangeTest): boolean {
	return from === null && to === null;
}

/** Shows the input fields of a range's two bounds, with an error message if the range is invalid. */
export function RangeBounds({ range, onChange }: Props) {
	const id = useId();
	const isInvalid = !isOpenRange(range) && !isValidRange(range);
	return (
		<>
			{(['from', 'to'] as const).map((end) => (
				<Bound
					key={`${end} ${range.measure}`}
					label={words.bound[end](words.measures[range.measure])}
					placeholder={words.empty[end]}
					errorId={isInvalid ? id : undefined}
					range={range}
					end={end}
					onChange={onChange}
				/>
			))}
			{isInvalid ? (
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
	/** Id of the error message; undefined if the range is valid. */
	errorId: string | undefined;
	end: 'from' | 'to';
}

/** Input field of one bound. It keeps the typed text, so that '10.' doesn't become '10' while the reader types. */
function Bound({ label, placeholder, errorId, range, end: side, onChange }: BoundProps) {
	const bound = range[side];
	const [text, setText] = useState(formatBound(bound, range.measure));
	const parsed = parseBound(text, range.measure);
	return (
		<input
			className={`${field['input']} ${css['bound']}`}
			inputMode="decimal"
			aria-label={label}
			aria-invalid={parsed === undefined || errorId !== undefined}
			aria-describedby={errorId}
			placeholder={placeholder}
			readOnly={!onChange}
			value={parsed === undefined || parsed === bound ? text : formatBound(bound, range.measure)}
			onChange={(event) => {
				const value = event.currentTarget.value;
				setText(value);
				const next = parseBound(value, range.measure);
				if (next !== undefined) onChange?.({ ...range, [side]: next });
			}}
		/>
	);
}

/** Units in which readers type bounds: millions of dollars for market caps and dollar volumes. */
const TYPED_UNITS: Readonly<Record<Measure, number>> = {
	price: 1,
	cap: 1e6,
	mentions: 1,
	change: 1,
	dollar_volume: 1e6,
	minutes_in_list: 1,
	price_z: 1,
	volume_z: 1,
	options_z: 1,
};

/** Parses a bound: null if the text is empty, undefined if it is not a number. */
function parseBound(text: string, measure: Measure): number | null | undefined {
	const trimmed = text.trim();
	if (trimmed === '') return null;
	const value = Number(trimmed.replace('−', '-')) * TYPED_UNITS[measure];
	return Number.isFinite(value) ? Math.round(value * 1e4) / 1e4 : undefined;
}

function formatBound(bound: number | null, measure: Measure): string {
	return bound === null ? '' : String(bound / TYPED_UNITS[measure]);
}
