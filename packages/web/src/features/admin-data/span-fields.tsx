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
export function SpanFields({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
	return (
		<>
			<DateField label={words.from} value={span.from} onChange={(from) => onChange({ ...span, from })} />
			<DateField label={words.to} value={span.to} onChange={(to) => onChange({ ...span, to })} />
		</>
	);
}

function DateField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
	return (
		<label className={css['field']}>
			{label}
			<input type="date" className={form['input']} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
		</label>
	);
}
