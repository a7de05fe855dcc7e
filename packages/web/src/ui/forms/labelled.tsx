import { type ReactNode, useId } from 'react';
import css from '../form.module.css';

interface Props {
	label: string;
	hint?: string;
	error?: string | undefined;
	/** Renders the control. The attributes in `described` link the control to its error. */
	children: (described: { 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode;
}

/** A control with its label above and its error below, for forms next to other content. */
export function Labelled({ label, hint, error, children }: Props) {
	const id = useId();
	return (
		<>
			{/* biome-ignore lint/a11y/noLabelWithoutControl: `children` renders the control */}
			<label className={css['field']}>
				{label} {hint ? <small>{hint}</small> : null}
				{children({ 'aria-invalid': error !== undefined, 'aria-describedby': error === undefined ? undefined : id })}
			</label>
			{error === undefined ? null : (
				<p id={id} className={css['fault']}>
					{error}
				</p>
			)}
		</>
	);
}
