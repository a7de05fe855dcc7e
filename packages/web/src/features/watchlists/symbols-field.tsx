import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import css from './watchlists.module.css';
import { words } from './words.ts';

interface Props {
	value: string;
	change: (text: string) => void;
	fault: string | undefined;
}

/** Symbols as text, typed, pasted or from a file. */
export function SymbolsField({ value, change, fault }: Props) {
	return (
		<>
			<Labelled label={words.symbols} hint={words.symbolsHint} fault={fault}>
				{(described) => (
					<textarea
						{...described}
						name="text"
						rows={4}
						className={field['input']}
						value={value}
						onChange={(event) => change(event.currentTarget.value)}
					/>
				)}
			</Labelled>
			<label className={css['file']}>
				{words.file}
				<input
					type="file"
					accept=".txt,.csv,text/plain,text/csv"
					onChange={(event) => {
						const file = event.currentTarget.files?.[0];
						if (file) void file.text().then(change);
					}}
				/>
			</label>
		</>
	);
}
