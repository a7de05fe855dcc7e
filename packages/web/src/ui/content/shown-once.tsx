import { buttonClass } from '../button.ts';
import { copyText } from '../snackbars/copy.ts';
import css from './shown-once.module.css';
import { shownOnceWords as words } from './shown-once-words.ts';

interface Props {
	/** Heading of the box, and title of the snackbar after copying. */
	title: string;
	/** Explains why the reader must save the values now. */
	note: string;
	/** Values, with labels if there are several. */
	values: readonly { label?: string; value: string }[];
	onDone(): void;
}

/** Shows values that can never be shown again, until the user confirms having saved them. */
export function ShownOnce({ title, note, values, onDone }: Props) {
	return (
		<div className={css['box']} role="status">
			<b>{title}</b>
			<p className={css['note']}>{note}</p>
			{values.map(({ label, value }) => (
				<p key={value} className={css['value']}>
					{label ? <span>{label}</span> : null}
					<code>{value}</code>
					<button
						type="button"
						className={buttonClass}
						aria-label={label ? words.copyNamed(label) : undefined}
						onClick={() => copyText(title, value)}
					>
						{words.copy}
					</button>
				</p>
			))}
			<button type="button" className={buttonClass} onClick={onDone}>
				{words.saved}
			</button>
		</div>
	);
}
