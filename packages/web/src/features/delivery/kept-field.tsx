import { type InputHTMLAttributes, useState } from 'react';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'onBlur' | 'defaultValue'> {
	label: string;
	hint?: string;
	/** For the label, which contains the field. */
	look?: string | undefined;
	value: string;
	/** Called with the new value when the reader has finished editing. */
	keep: (value: string) => void;
}

/** A field whose value is saved when the reader leaves it or presses Enter, not at every keystroke. */
export function KeptField({ label, hint, look, value, keep, ...rest }: Props) {
	const [draft, setDraft] = useState<string>();
	const done = (): void => {
		if (draft !== undefined && draft !== value && draft !== '') keep(draft);
		setDraft(undefined);
	};
	return (
		<label className={look}>
			{label} {hint ? <small>{hint}</small> : null}
			<input
				{...rest}
				value={draft ?? value}
				onChange={(event) => setDraft(event.currentTarget.value)}
				onBlur={done}
				onKeyDown={(event) => {
					if (event.key === 'Enter') done();
					if (event.key === 'Escape') setDraft(undefined);
				}}
			/>
		</label>
	);
}
