import form from '../../ui/forms/form.module.css';
import css from './users.module.css';
import { userWords as words } from './words.ts';

/** The reason, for the audit log. */
export function ReasonField({ value, set }: { value: string; set: (value: string) => void }) {
	return (
		<label className={css['field']}>
			{words.reason}
			<input className={form['input']} value={value} maxLength={200} onChange={({ currentTarget }) => set(currentTarget.value)} />
		</label>
	);
}
