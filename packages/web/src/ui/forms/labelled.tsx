import { type ReactNode, useId } from 'react';
import css from '../form.module.css';

interface Props {
	label: string;
	hint?: string;
	fault?: string | undefined;
	/** The control; it receives the attributes that link it to its error. */
	children: (described: { 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode;
}

/** A control below its label, in forms next to other content; its error is under it. */
export function Labelled({ label, hint, fault, children }: Props) {
	const id = useId();
	return (
		<>
			{/* biome-ignore lint/a11y/noLabelWithoutControl: the control is what `children` draws */}
			<label className={css['field']}>
				{label} {hint ? <small>{hint}</small> : null}
				{children({ 'aria-invalid': fault !== undefined, 'aria-describedby': fault === undefined ? undefined : id })}
			</label>
			{fault === undefined ? null : (
				<p id={id} className={css['fault']}>
					{fault}
				</p>
			)}
		</>
	);
}
