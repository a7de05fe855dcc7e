import { type ReactNode, useId } from 'react';
import css from './switch.module.css';

interface Props {
	label: string;
	/** In a smaller line below the label. */
	detail?: ReactNode;
	checked: boolean;
	disabled?: boolean;
	change: (on: boolean) => void;
	/** The switch stands before its label, not at the end of the line. */
	first?: boolean;
}

/** Something that is on or off as soon as it is switched. */
export const Switch = ({ label, detail, checked, disabled = false, change, first = false }: Props) => {
	const id = useId();
	return (
		<label className={`${css['line']} ${first ? css['first'] : ''}`}>
			<span className={css['words']}>
				<span id={id} className={css['label']}>
					{label}
				</span>
				{detail ? (
					<small id={`${id}d`} className={css['detail']}>
						{detail}
					</small>
				) : null}
			</span>
			<input
				type="checkbox"
				role="switch"
				aria-checked={checked}
				className={css['switch']}
				aria-labelledby={id}
				aria-describedby={detail ? `${id}d` : undefined}
				checked={checked}
				disabled={disabled}
				onChange={(event) => change(event.currentTarget.checked)}
			/>
		</label>
	);
};
