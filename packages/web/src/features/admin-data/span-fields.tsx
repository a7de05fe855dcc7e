import form from '../../ui/forms/form.module.css';
import css from './data.module.css';
import { dataWords as words } from './words.ts';

export interface Span {
	readonly from: string;
	readonly to: string;
}

/** Returns call parameters for the dates of a span. Empty dates are left out. */
export function spanParameters({ from, to }: Span): { from?: string; to?: string } {
	return {
		...(from ? { from } : {}),
		...(to ? { to } : {}),
	};
}

/** Shows fields for the first and the last date of a span, both inclusive. */
export function SpanFields({ span, change }: { span: Span; change: (span: Span) => void }) {
	return (
		<>
			<DateField label={words.from} value={span.from} set={(from) => change({ ...span, from })} />
			<DateField label={words.to} value={span.to} set={(to) => change({ ...span, to })} />
		</>
	);
}

function DateField({ label, value, set }: { label: string; value: string; set: (value: string) => void }) {
	return (
		<label className={css['field']}>
			{label}
			<input type="date" className={form['input']} value={value} onChange={(event) => set(event.currentTarget.value)} />
		</label>
	);
}
