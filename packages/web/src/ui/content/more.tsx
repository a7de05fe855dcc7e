import css from './more.module.css';

interface Props {
	/** Label of the button: 'and 4 more'. */
	label: string;
	lines: readonly string[];
}

/** Collapses lines behind a button. Works without scripts. */
export function More({ label, lines }: Props) {
	return (
		<details className={css['more']}>
			<summary>{label}</summary>
			<ul>
				{lines.map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
		</details>
	);
}
