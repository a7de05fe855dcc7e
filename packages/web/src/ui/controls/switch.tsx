import { type ReactNode, useId } from 'react';

interface Props {
	label: string;
	/** Shown in a smaller line below the label. */
	detail?: ReactNode;
	checked: boolean;
	disabled?: boolean;
	onChange: (on: boolean) => void;
	/** Places the switch before its label instead of at the end of the line. */
	switchFirst?: boolean;
}

/** A setting that takes effect when switched. */
export function Switch({ label, detail, checked, disabled = false, onChange, switchFirst = false }: Props) {
	const id = useId();
	return (
		<label className={switchFirst ? 'switch-line switch-first' : 'switch-line'}>
			<span className="switch-words">
				<span id={id} className="switch-label">
					{label}
				</span>
				{detail ? (
					<small id={`${id}d`} className="switch-detail">
						{detail}
					</small>
				) : null}
			</span>
			<input
				type="checkbox"
				role="switch"
				aria-checked={checked}
				className="switch"
				aria-labelledby={id}
				aria-describedby={detail ? `${id}d` : undefined}
				checked={checked}
				disabled={disabled}
				onChange={(event) => onChange(event.currentTarget.checked)}
			/>
		</label>
	);
}
